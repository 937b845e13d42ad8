"""What people see: in the terminal, in the browser and in files.

terminal  styles, text, keys and screens
board     boards in the terminal
tables    tables and reports
drawing   the renderer: a frame becomes shapes
progress  progress while matches are played
pictures  pictures in files
plots     plots in files, by matplotlib
viewer    the page in the browser, and its local server
"""
