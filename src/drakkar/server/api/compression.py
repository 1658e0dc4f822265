"""Compression of pages, and caching of files."""

import gzip
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

# Smaller bodies are not worth compressing.
LEAST: Final = 1024
LEVEL: Final = 5


def compressed(request: Request, response: Response) -> Response:
    """The response, compressed if the browser allows it."""
    body = bytes(response.body)
    if len(body) < LEAST or "gzip" not in request.headers.get("accept-encoding", ""):
        return response
    response.body = gzip.compress(body, LEVEL, mtime=0)
    response.headers["content-encoding"] = "gzip"
    response.headers["content-length"] = str(len(response.body))
    response.headers["vary"] = "accept-encoding"
    return response


def file(request: Request, path: Path, media_type: str) -> Response:
    """A file, unless the browser has the current version."""
    body, tag = _read(path, path.stat().st_mtime_ns)
    headers = {"cache-control": "no-cache", "etag": tag}
    if request.headers.get("if-none-match", "") in (tag, f"W/{tag}"):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=media_type, headers=headers)


@lru_cache(maxsize=64)
def _read(path: Path, changed: int) -> tuple[bytes, str]:  # noqa: ARG001 - `changed` is part of the cache key: a changed file is read again
    body = path.read_bytes()
    return body, f'"{blake2b(body, digest_size=8).hexdigest()}"'
