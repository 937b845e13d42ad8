"""The viewer: a page for the browser, and the local server behind it.

server           HTTP on the loopback interface
feed             server-sent events
record_site      what the page shows of records
live_site        of matches that are being played
tournament_site  of a tournament's store
receiver         receives the matches that workers broadcast
replay           a match as the page shows it
timeline         its frames, made when asked for
highlights       what is worth stopping at
frame_deltas     delta encoding of frames
time_series      clocks and evaluations, downsampled
html_export      a match in one HTML file
page             the page itself
"""
