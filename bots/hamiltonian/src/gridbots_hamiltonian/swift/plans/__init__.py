"""Plans: paths to an apple that leave the body safe.

lanes        lanes in two-by-two cells: the moves of each square
trail        the body as numbered steps, on which plans are made and undone
safety       safety invariant, its test, and a quick check
path_search  cheap paths (weighted A*) while the body moves
plan         a path to the apple, repaired until it is safe
candidates   candidate plans for one apple
"""
