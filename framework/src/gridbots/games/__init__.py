"""The games that gridbots ships, each a folder: descriptor, rules, features, wire, frames."""
