# SPDX-License-Identifier: MIT
"""Pages in headless Chromium over its debugging pipe, with window.webkit as WKWebView makes it."""

import base64
import json
import os
import queue
import shutil
import subprocess
import tempfile
import threading
import time

PROGRAMS = ("/usr/lib/chromium/chromium-headless-shell", "chromium-headless-shell", "chromium",
            "google-chrome")

FLAGS = ["--headless", "--no-sandbox", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu",
         "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--disable-extensions", "--hide-scrollbars", "--mute-audio",
         "--disable-site-isolation-trials", "--disable-features=IsolateOrigins,site-per-process",
         "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
         "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"]

# postMessage clones, as in WebKit: what cannot be cloned is dropped.
BRIDGE = """(() => {
  const send = window.__send;
  const handlers = {};
  for (const name of %s) handlers[name] = { postMessage(body) {
    try { send(JSON.stringify({ name, body: structuredClone(body) })); } catch (e) {}
    return Promise.resolve();
  } };
  Object.defineProperty(window, 'webkit', { value: { messageHandlers: handlers }, writable: true });
})();"""

# A user script at document end runs after every DOMContentLoaded listener of the page.
AT_END = """if (window === window.top) addEventListener('DOMContentLoaded', () =>
  addEventListener('DOMContentLoaded', () => { (0, eval)(%s); }, { once: true }),
  { once: true, capture: true });"""

AT_START = "if (window === window.top) (0, eval)(%s);"


class Engine:
    name = "Chromium"

    def __init__(self):
        program = next((path for path in map(shutil.which, PROGRAMS) if path), None)
        if program is None:
            raise SystemExit("error: no Chromium; install chromium-headless-shell")
        self.profile = tempfile.TemporaryDirectory()
        to_read, self.out = os.pipe()
        self.inbox_fd, from_write = os.pipe()

        def place():  # in the child: it reads commands from 3 and writes to 4
            one, two = os.dup(to_read), os.dup(from_write)
            os.dup2(one, 3)
            os.dup2(two, 4)

        self.process = subprocess.Popen(
            [program, *FLAGS, f"--user-data-dir={self.profile.name}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=place, close_fds=False)
        os.close(to_read)
        os.close(from_write)
        self.inbox, self.answers, self.pages, self.last_id = queue.Queue(), {}, {}, 0
        self.popups = {}
        threading.Thread(target=self._read, daemon=True).start()
        self.version = self.call("Browser.getVersion")["product"].split("/")[1]
        self.call("Target.setDiscoverTargets", discover=True)

    def _read(self):
        buffer = b""
        while chunk := os.read(self.inbox_fd, 1 << 20):
            *whole, buffer = (buffer + chunk).split(b"\0")
            for text in whole:
                self.inbox.put(json.loads(text))

    def send(self, method, session=None, **params):
        self.last_id += 1
        message = {"id": self.last_id, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data):]
        return self.last_id

    def call(self, method, session=None, **params):
        number = self.send(method, session, **params)
        if not self.pump(lambda: number in self.answers, 20):
            raise AssertionError(f"{method} was not answered")
        answer = self.answers.pop(number)
        if "error" in answer:
            raise AssertionError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def pump(self, until, seconds):
        end = time.monotonic() + seconds
        while not until():
            try:
                message = self.inbox.get(timeout=max(0.0, min(0.05, end - time.monotonic())))
            except queue.Empty:
                if time.monotonic() >= end:
                    return False
                continue
            if "id" in message:
                self.answers[message["id"]] = message
            elif message["method"] == "Target.targetCreated":
                self._popup(message["params"]["targetInfo"])
            elif (page := self.pages.get(message.get("sessionId"))) is not None:
                page.event(message["method"], message["params"])
            elif (page := self.popups.get(message.get("sessionId"))) is not None:
                page.request(message["method"], message["params"], message["sessionId"])
        return True

    def _popup(self, target):
        """A window that a page opened: never shown, and kept only where the page may have a popup."""
        opener = next((page for page in self.pages.values() if page.target == target.get("openerId")), None)
        if opener is None:
            return
        if not opener.navigations or opener.navigations[-1][1] != "openPopup":
            self.send("Target.closeTarget", targetId=target["targetId"])
            return
        session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        self.popups[session] = opener
        self.call("Fetch.enable", session, patterns=[{"resourceType": "Document"}])

    def page(self, scripts=(), handlers=("nativeBridge",), decide=lambda url: "allow", size=(393, 852)):
        return Page(self, scripts, handlers, decide, size)

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.profile.cleanup()


class Page:
    def __init__(self, engine, scripts, handlers, decide, size):
        self.engine, self.decide = engine, decide
        self.messages, self.navigations, self.loaded = [], [], False
        self.target = engine.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = engine.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        engine.pages[self.session] = self
        self.call("Page.enable")
        self.call("Runtime.enable")
        self.call("Runtime.addBinding", name="__send")
        self.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1],
                  deviceScaleFactor=1, mobile=False)
        self.call("Fetch.enable", patterns=[{"resourceType": "Document"}])
        sources = [BRIDGE % json.dumps(list(handlers))]
        for script in scripts:
            wrapper = AT_START if script["injectionTime"] == "documentStart" else AT_END
            sources.append(wrapper % json.dumps(script["source"]))
        for source in sources:
            self.call("Page.addScriptToEvaluateOnNewDocument", source=source)

    def call(self, method, **params):
        return self.engine.call(method, self.session, **params)

    def event(self, method, params):
        if method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Runtime.bindingCalled":
            message = json.loads(params["payload"])
            self.messages.append((message["name"], message.get("body")))
        elif method in ("Page.frameRequestedNavigation", "Page.windowOpen"):
            self.navigations.append((params["url"], self.decide(params["url"])))
        else:
            self.request(method, params, self.session)

    def request(self, method, params, session):
        if method == "Fetch.requestPaused":
            if session != self.session:
                self.navigations.append((params["request"]["url"], self.decide(params["request"]["url"])))
            allowed = self.decide(params["request"]["url"]) == "allow"
            self.engine.send(
                "Fetch.continueRequest" if allowed else "Fetch.failRequest", session,
                requestId=params["requestId"], **({} if allowed else {"errorReason": "Aborted"}))

    def pump(self, until, seconds=5.0):
        return self.engine.pump(until, seconds)

    def sleep(self, seconds):
        self.pump(lambda: False, seconds)

    def load(self, url):
        self.loaded = False
        self.call("Page.navigate", url=url)
        if not self.pump(lambda: self.loaded, 15):
            raise AssertionError(f"{url} did not load")

    def run(self, body):
        return self._value(f"(async () => {{ {body} }})()", True)

    def evaluate(self, source):
        return self._value(source, False)

    def _value(self, expression, awaits):
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=awaits,
                           returnByValue=True, userGesture=True)
        if "exceptionDetails" in answer:
            raise AssertionError(answer["exceptionDetails"]["exception"].get("description", "exception"))
        return answer["result"].get("value")

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        self.sleep(0.1)

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        path.write_bytes(base64.b64decode(data))

    def close(self):
        self.engine.pages.pop(self.session)
        self.engine.call("Target.closeTarget", targetId=self.target)
