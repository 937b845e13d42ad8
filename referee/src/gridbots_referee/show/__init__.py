"""What people see: in the terminal, in the browser and in files.

terminal  styles, text, keys and screens
tables    tables and reports
drawing   the renderer: a frame becomes shapes
replay    a match as frames, and as data for the page
board     boards in the terminal
pictures  pictures in files
plots     plots in files, by matplotlib
viewer    the page in the browser, and its local server
progress  progress while matches are played
"""
