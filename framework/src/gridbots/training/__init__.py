"""What scripts have in common that train a bot: parameters on the command line, checkpoints that
survive a crash, progress with an estimate, learning curves.

    resumable.Resumable       what learns, round by round: a script brings it
    script.Script             the command line, and carrying it out from the checkpoint to the end
    checkpoint                save and load, in one file that is there whole or not at all
    progress                  lines for people, JSON lines for programs
    curves                    a learning curve as a table (CSV) and as a picture (SVG)
    opponents.policy_of       the policy of an installed bot with options

It needs numpy and msgspec only. What was learned is read by `gridbots.weights`. docs/learning.md
shows a whole script.
"""
