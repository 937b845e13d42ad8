"""Static site: a tournament as a folder of files that needs no server.

site        writes the folder
data_files  values in scripts that the page loads
replays     which matches can be watched, and their files
"""
