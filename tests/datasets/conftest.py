"""The folder with the paper's data, an empty cache, and a web server on this machine."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def paper_data() -> Path:
    """The folder that SOFTPROFILE_DATA named when the tests started."""
    named = os.environ.get("SOFTPROFILE_DATA")
    if not named or not Path(named).is_dir():
        pytest.skip("SOFTPROFILE_DATA does not name a folder with the paper's data")
    return Path(named)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty user cache and no SOFTPROFILE_DATA; requests to this machine bypass proxies."""
    pytest.importorskip("pooch", reason="the cache and downloads need pooch")
    monkeypatch.delenv("SOFTPROFILE_DATA", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    from softprofile.datasets.search import cache_folder

    folder = cache_folder()
    assert folder is not None
    if not folder.is_relative_to(tmp_path):
        pytest.skip("this system does not let XDG_CACHE_HOME move the user's cache")
    return folder


@dataclass
class Web:
    """What the server returns: path -> content or HTTP status, or a list of them for successive requests."""

    address: str
    pages: dict[str, bytes | int | list[bytes | int]] = field(default_factory=dict)
    cut_short: set[str] = field(default_factory=set)
    requests: list[str] = field(default_factory=list)

    def url(self, path: str) -> str:
        return f"{self.address}/{path}"

    def answer(self, path: str) -> bytes | int:
        self.requests.append(path)
        page = self.pages.get(path, 404)
        if isinstance(page, list):
            return page.pop(0)
        return page


@pytest.fixture
def web() -> Iterator[Web]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.lstrip("/")
            page = served.answer(path)
            if isinstance(page, int):
                self.send_error(page)
                return
            self.send_response(200)
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page[: len(page) // 2] if path in served.cut_short else page)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served = Web(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield served
    server.shutdown()
    server.server_close()
