"""Packages with bots and games in this environment.

installer  install and uninstall, by pip or uv
inventory  what is installed: from which package, what is hidden or blocked, and whether it loads
"""
