"""Rounds and tables as people write them down: rounds and cases in JSON, scenarios in text, older logs.

Nothing here opens a file: the text is given, and only the book that it names is looked up.
"""
