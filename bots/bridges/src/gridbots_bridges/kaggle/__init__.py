"""Kaggle: agents of Hungry Geese.

kaggle_bridge  the bridge `kaggle`: runs an agent, a function in a file
observation    what an agent is given, made of the lines of our protocol
agent_file     the file of an agent
stand_in       what agents import of kaggle_environments, where that is not installed
"""
