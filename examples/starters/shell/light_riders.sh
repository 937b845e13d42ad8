# Light Riders starter bot: it takes the step with the longest free run straight ahead.
# Start: sh light_riders.sh
# Needs: sh
#
# The starters in the other languages count the cells within reach, which is slow work for a shell.
# Answers come from the shell alone: after the first lines below no other process is started.

IFS=" ,$(printf '\r')" # words end at blanks, cells at commas, lines perhaps at CR LF

width=16
height=16
own_head=0
field=''
heading='' # our last move

read_setting() {
    case $1 in
        field_width) width=$2 ;;
        field_height) height=$2 ;;
        your_botid) own_head=$2 ;;
    esac
}

# find_head CELL...: puts the number of the cell with our head, counted from 1, into head.
find_head() {
    head=0
    for cell in "$@"; do
        head=$((head + 1))
        if [ "$cell" = "$own_head" ]; then return 0; fi
    done
    return 1
}

# consider MOVE STEP LIMIT CELL...: keeps MOVE if more cells are free that way than so far.
# The next cell that way has a number higher by STEP; after LIMIT cells comes the edge.
consider() {
    name=$1 step=$2 limit=$3 run=0 target=$head
    shift 3
    while [ "$run" -lt "$limit" ]; do
        target=$((target + step))
        eval "cell=\${$target}"
        if [ "$cell" != . ]; then break; fi
        run=$((run + 1))
    done
    score=$((2 * run))
    if [ "$run" -gt 0 ] && [ "$name" = "$heading" ]; then score=$((score + 1)); fi
    if [ "$score" -gt "$best_score" ]; then best_score=$score move=$name; fi
}

# choose_move CELL...: puts the answer into move.
# Among equals, straight on comes first, then the order below.
choose_move() {
    move=pass best_score=0
    find_head "$@" || return
    row=$(((head - 1) / width)) column=$(((head - 1) % width))
    consider up "-$width" "$row" "$@"
    consider right 1 "$((width - 1 - column))" "$@"
    consider down "$width" "$((height - 1 - row))" "$@"
    consider left -1 "$column" "$@"
    if [ "$move" != pass ]; then heading=$move; fi
}

while read -r verb first second rest; do
    case "$verb $first $second" in
        settings*) read_setting "$first" "$second" ;;
        'update game field') field=$rest ;;
        'action move'*)
            choose_move $field # unquoted, to be split into cells
            echo "$move"
            ;;
    esac
done
