"""Analysis: bots examine the positions of a recorded match, and what follows from their values.

values         the lines of an analysis file
analysis_file  the file beside the record
tasks          which positions are still to be examined
examination    one bot in the positions of one seat
runner         an analysis, in this process or in several workers
assessment     blunders, turning points and accuracy
variation      moves that were not played
"""
