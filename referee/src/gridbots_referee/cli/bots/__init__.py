"""Commands about bots, games and this machine.

listing    what is installed
packages   install, uninstall, and what is installed from where
new        bots, plugins and games to start from
check      whether a bot keeps to the protocol
isolation  how bots can be kept apart here
"""
