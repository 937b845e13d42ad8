"""Runs bots.

runner       protocol adapter, and the loop on stdin and stdout
policy_bot   a bot made of a policy
coroutine    bot that yields what it waits for
check        check of bots before anything starts
seed         seed of a bot's chance in a match
time_budget  time management
warm         ahead-of-time compilation
zygote       fork server
clone        forks siblings, born in a cgroup
"""
