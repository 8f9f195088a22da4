# SPDX-License-Identifier: MIT
"""The pages of this folder over loopback, with a record of what was asked for."""

import http.server
import pathlib
import threading
import urllib.parse

FOLDER = pathlib.Path(__file__).resolve().parent


class Site:
    def __init__(self, more=None):
        """Serves this folder's pages, and those of another folder under their names."""
        folders = [FOLDER] + ([pathlib.Path(more)] if more else [])
        self.requests = requests = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                requests.append(self.path)
                query = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)
                if "redirect" in query:
                    self.send_response(302)
                    self.send_header("Location", query["redirect"][0])
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                name = pathlib.PurePosixPath(urllib.parse.urlsplit(self.path).path).name
                page = next((folder / name for folder in folders if name.endswith(".html")
                             and (folder / name).is_file()), None)
                body = page.read_bytes() if page else b""
                self.send_response(200 if page or name == "ad" else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def ad_requests(self):
        return [path for path in self.requests if path.startswith("/ad?")]

    def close(self):
        self.server.shutdown()
