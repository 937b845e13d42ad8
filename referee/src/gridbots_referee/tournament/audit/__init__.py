"""Audit of a store: what the rows say is compared with the records, and these with the rules.

discrepancy  what an audit finds
rows         rows of a match, compared with its record
links        the chain of all matches
schema       tables, views and triggers
audit        all of a store, one match at a time
rebuild      a new store from records
"""
