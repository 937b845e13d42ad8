"""Plans: paths to an apple that leave the body safe there.

lanes        lanes in two-by-two cells: where each square leads
trail        the body as numbered steps, on which plans are made and undone
safety       safety invariant, and the test of it
quick_check  quick safety check, by which plans are made
path_search  cheap paths (weighted A*) in a body that moves on
plan         a path to the apple, mended until it is safe
candidates   candidate plans for one apple
"""
