"""The viewer: a page for the browser, and the local server behind it.

server       HTTP on the loopback interface
handler      answers requests
connections  bounds of connections and rates
feed         server-sent events
receiver     receives the matches that workers broadcast
replay       a match as the page shows it
live         what people in front of pages do in matches
listing      very many matches, filtered, sorted and paged
sites        what the page shows: records, a live match, a tournament
html_export  a match in one HTML file
static_site  a tournament in a folder of files
page         the page itself
"""
