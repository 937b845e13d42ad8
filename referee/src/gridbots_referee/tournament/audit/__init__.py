"""Audit of a store: rows are compared with the records, and records with the rules.

rows     rows of a match compared with its record; discrepancies
audit    the whole store, one match at a time, with its chain and its schema
rebuild  a new store from records
"""
