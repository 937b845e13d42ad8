"""Packages of this environment that bring bots and games.

installer   install and uninstall, by pip or uv
inventory   what is installed: from which package, and what is hidden or blocked
load_check  whether each plugin loads, in a process of its own
"""
