"""Analysis: bots evaluate the positions of a recorded match.

values         the lines of an analysis file, as structs
analysis_file  reads and writes the file next to the record
tasks          the positions that bots still have to evaluate
examination    one bot in the positions of one seat
runner         an analysis, in this process or in several workers
assessment     blunders, turning points and accuracy
variation      moves that were not played, as a record
"""
