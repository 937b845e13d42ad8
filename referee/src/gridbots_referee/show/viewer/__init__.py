"""The viewer: a page for the browser, and the local server behind it.

server       HTTP on the loopback interface
handler      answers requests
connections  bounds of connections and rates
feed         server-sent events
receiver     receives the matches that workers broadcast
sites        what the page shows: records, live matches, a tournament
html_export  a match in one HTML file
static_site  a tournament as a folder of files that needs no server
page         the page itself
"""
