"""Listing: very many matches, kept in columns, filtered, sorted and paged within milliseconds.

columns      columns that grow together
match_table  matches and the seats of their players
selection    filters, sort keys, pages
"""
