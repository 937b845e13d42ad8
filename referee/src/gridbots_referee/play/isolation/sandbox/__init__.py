"""Sandbox of a bot: it sees no other bot, no network, and only the files that it needs.

sandbox       what a sandbox consists of on this machine, and whether it is available
shims         the real programs behind the launchers of version managers
contents      which files of this machine a bot finds in it
bubblewrap    sandboxes made by Bubblewrap, where only that program may create namespaces
seccomp       the system-call filter

Inside the sandbox:

process       a sandbox that a process has entered, with Landlock
file_tree     its file tree
init_process  its first process, which kills all processes that bots leave behind
linux         Linux system calls
"""
