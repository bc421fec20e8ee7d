"""Questions of other frameworks as questions to a person. Each module needs its framework only when it is used."""
