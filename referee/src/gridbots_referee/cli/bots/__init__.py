"""Commands for bots, games and this machine.

listing    list and describe installed bots and games
packages   install, uninstall, and list packages
new        write new bots, plugins and games
check      check whether a bot follows the protocol
isolation  isolation of bots on this machine, and the options for it
"""
