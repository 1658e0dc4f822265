"""The names of databases: a file, or the address of a PostgreSQL database."""

from urllib.parse import urlsplit, urlunsplit


def is_postgres(database: str) -> bool:
    """Whether the name of a database is the address of a PostgreSQL database and not a file."""
    return database.startswith(("postgresql://", "postgres://"))


def shown_name(database: str) -> str:
    """The name of a database for people: an address without its password."""
    if not is_postgres(database):
        return database
    parts = urlsplit(database)
    user, at, host = parts.netloc.rpartition("@")
    return urlunsplit((parts.scheme, f"{user.partition(':')[0]}{at}{host}", parts.path, "", ""))
