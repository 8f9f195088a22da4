# SPDX-License-Identifier: MIT
"""Pages in WebKitGTK, with user scripts and message handlers as WKWebView has them."""

import json
import time

import gi

gi.require_version("Gdk", "3.0")  # first, or GTK 4's is taken where it is installed
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, GLib, Gtk, WebKit2  # noqa: E402


class Engine:
    name = "WebKitGTK"

    def __init__(self):
        if not Gtk.init_check(None)[0]:
            raise SystemExit("error: no display; run this under xvfb-run")
        self.version = ".".join(str(part) for part in (
            WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version()))

    def page(self, scripts=(), handlers=("nativeBridge",), decide=lambda url: "allow", size=(393, 852)):
        return Page(scripts, handlers, decide, size)

    def close(self):
        pass


class Page:
    def __init__(self, scripts, handlers, decide, size):
        self.decide, self.messages, self.navigations, self.causes, self.popups = decide, [], [], {}, []
        self.loaded = False
        manager = WebKit2.UserContentManager()
        for name in handlers:  # connected before it is registered, or early messages are lost
            manager.connect("script-message-received::" + name, self._message, name)
            manager.register_script_message_handler(name)
        for script in scripts:
            start = script["injectionTime"] == "documentStart"
            manager.add_script(WebKit2.UserScript.new(
                script["source"],
                WebKit2.UserContentInjectedFrames.TOP_FRAME if script["forMainFrameOnly"]
                else WebKit2.UserContentInjectedFrames.ALL_FRAMES,
                WebKit2.UserScriptInjectionTime.START if start else WebKit2.UserScriptInjectionTime.END,
                None, None))
        settings = WebKit2.Settings()
        settings.set_javascript_can_open_windows_automatically(True)
        settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
        self.view = WebKit2.WebView(
            web_context=WebKit2.WebContext.new_ephemeral(), user_content_manager=manager, settings=settings)
        self.view.connect("load-changed", self._load)
        self.view.connect("decide-policy", self._policy)
        self.view.connect("create", self._create)
        self.view.connect("load-failed", lambda *_: True)
        self.window = Gtk.Window()
        self.window.set_default_size(*size)
        self.window.add(self.view)
        self.window.show_all()

    # -- what the engine tells

    def _message(self, _manager, result, name):
        value = result.get_js_value()
        text = value.to_json(0)
        self.messages.append((name, None if text is None else json.loads(text)))

    def _load(self, _view, event):
        self.loaded = event == WebKit2.LoadEvent.FINISHED

    def _create(self, view, action):
        if self._asked(action) != "openPopup":
            return None
        popup = WebKit2.WebView.new_with_related_view(view)
        popup.connect("decide-policy", self._policy)
        self.popups.append(popup)
        return popup

    def _asked(self, action):
        """The decision about an action; what led to it, as the engine says, is kept by URL."""
        url = action.get_request().get_uri()
        cause = ("redirect" if action.is_redirect()
                 else "link" if action.get_navigation_type() == WebKit2.NavigationType.LINK_CLICKED else "other")
        self.causes[url] = (cause, action.is_user_gesture())
        decision = self.decide(url)
        self.navigations.append((url, decision))
        return decision

    def _policy(self, _view, decision, kind):
        if kind == WebKit2.PolicyDecisionType.RESPONSE:
            return False
        if kind == WebKit2.PolicyDecisionType.NEW_WINDOW_ACTION:
            decision.use()  # the create signal decides
            return True
        verdict = self._asked(decision.get_navigation_action())
        (decision.use if verdict == "allow" else decision.ignore)()
        return True

    # -- what a case does

    def pump(self, until, seconds=5.0):
        """Runs the main loop until the condition holds; says whether it does."""
        context, end = GLib.MainContext.default(), time.monotonic() + seconds
        while not until():
            if time.monotonic() > end:
                return False
            tick = GLib.timeout_add(10, lambda: False)
            context.iteration(True)
            if (source := context.find_source_by_id(tick)) is not None:
                source.destroy()
        return True

    def sleep(self, seconds):
        self.pump(lambda: False, seconds)

    def load(self, url):
        self.loaded = False
        self.view.load_uri(url)
        if not self.pump(lambda: self.loaded, 15):
            raise AssertionError(f"{url} did not load")

    def run(self, body):
        """The value that the body of an async function returns."""
        box = []
        self.view.call_async_javascript_function(
            f"return JSON.stringify(await (async () => {{ {body} }})())", -1, None, None, None, None,
            lambda view, result: box.append(result))
        if not self.pump(lambda: box, 10):
            raise AssertionError("the page did not answer")
        value = self.view.call_async_javascript_function_finish(box[0])
        return None if value.is_undefined() else json.loads(value.to_string())

    def evaluate(self, source):
        """The value of a script as the app would evaluate it, unwrapped and not awaited."""
        box = []
        self.view.evaluate_javascript(source, -1, None, None, None, lambda view, result: box.append(result))
        if not self.pump(lambda: box, 10):
            raise AssertionError("the page did not answer")
        text = self.view.evaluate_javascript_finish(box[0]).to_json(0)
        return None if text is None else json.loads(text)

    def click(self, x, y):
        window = self.view.get_window()
        pointer = Gdk.Display.get_default().get_default_seat().get_pointer()
        for kind in (Gdk.EventType.MOTION_NOTIFY, Gdk.EventType.BUTTON_PRESS, Gdk.EventType.BUTTON_RELEASE):
            event = Gdk.Event.new(kind)
            moving = kind == Gdk.EventType.MOTION_NOTIFY
            part = event.motion if moving else event.button
            part.window, part.send_event, part.x, part.y = window, True, x, y
            part.time = int(time.monotonic() * 1000) & 0xFFFFFFFF
            if not moving:
                part.button = 1
            if kind == Gdk.EventType.BUTTON_RELEASE:
                part.state = Gdk.ModifierType.BUTTON1_MASK
            event.set_device(pointer)
            Gtk.main_do_event(event)
            self.sleep(0.05)

    def screenshot(self, path):
        box = []
        self.view.get_snapshot(
            WebKit2.SnapshotRegion.VISIBLE, WebKit2.SnapshotOptions.NONE, None,
            lambda view, result: box.append(result))
        self.pump(lambda: box, 10)
        self.view.get_snapshot_finish(box[0]).write_to_png(str(path))

    def close(self):
        self.window.destroy()
        self.pump(lambda: False, 0.05)
