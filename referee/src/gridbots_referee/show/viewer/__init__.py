"""The viewer: a page for the browser, the local server behind it, and the same in one file."""
