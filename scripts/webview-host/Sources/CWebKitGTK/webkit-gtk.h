// SPDX-License-Identifier: MIT
// WebKitGTK as Swift can call it: GObject's casts are macros and its constructors and connections
// are variadic, and Swift sees neither.
#include <glib-unix.h>
#include <libsoup/soup.h>
#include <sys/resource.h>
#include <unistd.h>
#include <webkit2/webkit2.h>

// libdispatch's main queue, which is where Swift runs the main actor. CoreFoundation drains it in
// its run loop with the same three functions; here GTK's loop does.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *ignored);

static inline gboolean host_drain_main_queue(gint handle, GIOCondition condition, gpointer data) {
  (void)condition, (void)data;
  // The queue counts its wake-ups up; read, the counter is zero and the source is quiet.
  uint64_t wakeups;
  (void)!read(handle, &wakeups, sizeof wakeups);
  _dispatch_main_queue_callback_4CF(NULL);
  return G_SOURCE_CONTINUE;
}
static inline void host_run_main_actor_in_gtk(void) {
  int handle = _dispatch_get_main_queue_handle_4CF();
  GSource *source = g_unix_fd_source_new(handle, G_IO_IN);
  g_source_set_callback(source, G_SOURCE_FUNC(host_drain_main_queue), NULL, NULL);
  g_source_attach(source, NULL);
  g_source_unref(source);
}

// Objects.
static inline void host_unref(void *object) { g_object_unref(object); }
static inline void host_ref(void *object) { g_object_ref(object); }
static inline void host_disconnect(void *object, void *data) {
  g_signal_handlers_disconnect_by_data(object, data);
}
static inline GtkWidget *_Nonnull host_widget(WebKitWebView *view) { return GTK_WIDGET(view); }
static inline GtkWidget *_Nonnull host_layout(void) { return gtk_layout_new(NULL, NULL); }
static inline GtkWidget *_Nonnull host_window(const char *title, int width, int height) {
  GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
  gtk_window_set_title(GTK_WINDOW(window), title);
  gtk_window_set_default_size(GTK_WINDOW(window), width, height);
  return window;
}
static inline void host_add(GtkWidget *container, GtkWidget *child) {
  gtk_container_add(GTK_CONTAINER(container), child);
}
static inline void host_remove(GtkWidget *child) {
  GtkWidget *parent = gtk_widget_get_parent(child);
  if (parent) gtk_container_remove(GTK_CONTAINER(parent), child);
}
static inline void host_put(GtkWidget *layout, GtkWidget *child, int x, int y) {
  gtk_layout_put(GTK_LAYOUT(layout), child, x, y);
}
static inline void host_move(GtkWidget *layout, GtkWidget *child, int x, int y) {
  gtk_layout_move(GTK_LAYOUT(layout), child, x, y);
}
// Sets how far the main thread's stack may grow, in bytes; 0 for as far as it may.
static inline void host_limit_stack(unsigned long bytes) {
  struct rlimit limit;
  getrlimit(RLIMIT_STACK, &limit);
  limit.rlim_cur = bytes ? bytes : limit.rlim_max;
  setrlimit(RLIMIT_STACK, &limit);
}
// Has the left button go down in a view, and up again where it is a click.
static inline void host_touch(GtkWidget *view, int x, int y, gboolean clicks) {
  GdkDevice *pointer = gdk_seat_get_pointer(gdk_display_get_default_seat(gdk_display_get_default()));
  for (int i = 0; i < (clicks ? 2 : 1); i++) {
    GdkEvent *event = gdk_event_new(i ? GDK_BUTTON_RELEASE : GDK_BUTTON_PRESS);
    event->button.window = g_object_ref(gtk_widget_get_window(view));
    event->button.time = (guint32)(g_get_monotonic_time() / 1000);
    event->button.x = x;
    event->button.y = y;
    event->button.button = 1;
    event->button.state = i ? GDK_BUTTON1_MASK : 0;
    gdk_event_set_device(event, pointer);
    gtk_widget_event(view, event);
    gdk_event_free(event);
  }
}
static inline GtkWidget *_Nonnull host_label(const char *text, int width) {
  GtkWidget *label = gtk_label_new(text);
  gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_yalign(GTK_LABEL(label), 0);
  gtk_widget_set_size_request(label, width, -1);
  return label;
}
// A line of text in the middle of its width, in a font of so many points.
static inline GtkWidget *_Nonnull host_caption(const char *text, double points, int isBold) {
  GtkWidget *label = gtk_label_new(text);
  PangoAttrList *list = pango_attr_list_new();
  pango_attr_list_insert(list, pango_attr_size_new_absolute((int)(points * PANGO_SCALE)));
  if (isBold) pango_attr_list_insert(list, pango_attr_weight_new(PANGO_WEIGHT_BOLD));
  gtk_label_set_attributes(GTK_LABEL(label), list);
  pango_attr_list_unref(list);
  return label;
}
static inline void host_on_destroy(GtkWidget *widget, void (*f)(GtkWidget *, gpointer), void *data) {
  g_signal_connect(widget, "destroy", G_CALLBACK(f), data);
}
// A wheel's turn in lines, downwards positive; whoever hears of it has it for itself.
typedef struct {
  void (*f)(void *data, double lines);
  void *data;
} HostWheelHandler;
static inline gboolean host_forward_wheel(GtkWidget *widget, GdkEvent *event, gpointer data) {
  (void)widget;
  HostWheelHandler *handler = data;
  double x = 0, y = 0;
  GdkScrollDirection direction;
  if (gdk_event_get_scroll_direction(event, &direction)) {
    y = direction == GDK_SCROLL_UP ? -1 : direction == GDK_SCROLL_DOWN ? 1 : 0;
  } else {
    gdk_event_get_scroll_deltas(event, &x, &y);
  }
  handler->f(handler->data, y);
  return TRUE;
}
static inline void host_free_wheel(gpointer data, GClosure *closure) {
  (void)closure;
  g_free(data);
}
static inline void host_on_wheel(GtkWidget *widget, void (*f)(void *, double), void *data) {
  HostWheelHandler *handler = g_new(HostWheelHandler, 1);
  *handler = (HostWheelHandler){f, data};
  gtk_widget_add_events(widget, GDK_SCROLL_MASK | GDK_SMOOTH_SCROLL_MASK);
  g_signal_connect_data(widget, "scroll-event", G_CALLBACK(host_forward_wheel), handler,
      host_free_wheel, (GConnectFlags)0);
}

// Removes all that the pages of a context have kept, and says when that is done.
typedef struct {
  void (*f)(void *data);
  void *data;
} HostDone;
static inline void host_cleared(GObject *manager, GAsyncResult *result, gpointer data) {
  HostDone *done = data;
  webkit_website_data_manager_clear_finish(WEBKIT_WEBSITE_DATA_MANAGER(manager), result, NULL);
  done->f(done->data);
  g_free(done);
}
static inline void host_clear(WebKitWebContext *context, void (*f)(void *), void *data) {
  HostDone *done = g_new(HostDone, 1);
  *done = (HostDone){f, data};
  webkit_website_data_manager_clear(webkit_web_context_get_website_data_manager(context),
      WEBKIT_WEBSITE_DATA_ALL, 0, NULL, host_cleared, done);
}
static inline WebKitWebView *host_web_view(
    WebKitUserContentManager *manager, WebKitWebView *opener, WebKitWebContext *context,
    WebKitAutoplayPolicy autoplay) {
  WebKitWebsitePolicies *policies =
      webkit_website_policies_new_with_policies("autoplay", autoplay, NULL);
  WebKitWebView *view = opener
    ? g_object_new(WEBKIT_TYPE_WEB_VIEW, "related-view", opener,
        "user-content-manager", manager, "website-policies", policies, NULL)
    : g_object_new(WEBKIT_TYPE_WEB_VIEW, "web-context", context,
        "user-content-manager", manager, "website-policies", policies, NULL);
  g_object_unref(policies);
  return g_object_ref_sink(view);
}
// A view may be let go of while it reports something, and WebKit goes on with it after the report.
static inline gboolean host_destroy(gpointer view) {
  gtk_widget_destroy(GTK_WIDGET(view));
  g_object_unref(view);
  return G_SOURCE_REMOVE;
}
static inline void host_destroy_later(WebKitWebView *view) {
  g_idle_add_full(G_PRIORITY_DEFAULT, host_destroy, view, NULL);
}

// Signals, each with the type of its handler.
static inline void host_on_load(
    WebKitWebView *view, void (*f)(WebKitWebView *, WebKitLoadEvent, gpointer), void *data) {
  g_signal_connect(view, "load-changed", G_CALLBACK(f), data);
}
static inline void host_on_load_failed(WebKitWebView *view,
    gboolean (*f)(WebKitWebView *, WebKitLoadEvent, const char *, GError *, gpointer), void *data) {
  g_signal_connect(view, "load-failed", G_CALLBACK(f), data);
}
static inline void host_on_terminated(WebKitWebView *view,
    void (*f)(WebKitWebView *, WebKitWebProcessTerminationReason, gpointer), void *data) {
  g_signal_connect(view, "web-process-terminated", G_CALLBACK(f), data);
}
static inline void host_on_decide(WebKitWebView *view,
    gboolean (*f)(WebKitWebView *, WebKitPolicyDecision *, WebKitPolicyDecisionType, gpointer),
    void *data) {
  g_signal_connect(view, "decide-policy", G_CALLBACK(f), data);
}
static inline void host_on_create(WebKitWebView *view,
    GtkWidget *(*f)(WebKitWebView *, WebKitNavigationAction *, gpointer), void *data) {
  g_signal_connect(view, "create", G_CALLBACK(f), data);
}
static inline void host_on_close(
    WebKitWebView *view, void (*f)(WebKitWebView *, gpointer), void *data) {
  g_signal_connect(view, "close", G_CALLBACK(f), data);
}
static inline void host_on_permission(WebKitWebView *view,
    gboolean (*f)(WebKitWebView *, WebKitPermissionRequest *, gpointer), void *data) {
  g_signal_connect(view, "permission-request", G_CALLBACK(f), data);
}
static inline gboolean host_is_capture(WebKitPermissionRequest *request) {
  return WEBKIT_IS_USER_MEDIA_PERMISSION_REQUEST(request);
}
static inline gboolean host_ignore_dialog(
    WebKitWebView *view, WebKitScriptDialog *dialog, gpointer data) {
  (void)view, (void)dialog, (void)data;
  return TRUE;
}
// Without a delegate that shows them, a WKWebView shows no alerts either.
static inline void host_show_no_dialogs(WebKitWebView *view) {
  g_signal_connect(view, "script-dialog", G_CALLBACK(host_ignore_dialog), NULL);
}

static inline WebKitNavigationAction *host_navigation_action(WebKitPolicyDecision *decision) {
  return webkit_navigation_policy_decision_get_navigation_action(
      WEBKIT_NAVIGATION_POLICY_DECISION(decision));
}
static inline const char *host_action_uri(WebKitNavigationAction *action) {
  return webkit_uri_request_get_uri(webkit_navigation_action_get_request(action));
}

static inline const char *host_response_uri(WebKitPolicyDecision *decision) {
  return webkit_uri_response_get_uri(webkit_response_policy_decision_get_response(
      WEBKIT_RESPONSE_POLICY_DECISION(decision)));
}
static inline guint host_response_status(WebKitPolicyDecision *decision) {
  return webkit_uri_response_get_status_code(webkit_response_policy_decision_get_response(
      WEBKIT_RESPONSE_POLICY_DECISION(decision)));
}
static inline gboolean host_response_is_main(WebKitPolicyDecision *decision) {
  return webkit_response_policy_decision_is_main_frame_main_resource(
      WEBKIT_RESPONSE_POLICY_DECISION(decision));
}

// Messages: what the page posted, as a value of its engine's.
typedef struct {
  void (*f)(void *data, void *value);
  void *data;
} HostMessageHandler;
static inline void host_forward_message(
    WebKitUserContentManager *manager, WebKitJavascriptResult *result, gpointer data) {
  (void)manager;
  HostMessageHandler *handler = data;
  handler->f(handler->data, webkit_javascript_result_get_js_value(result));
}
static inline void host_free_closure(gpointer data, GClosure *closure) {
  (void)closure;
  g_free(data);
}
// A world of NULL is that of the page's own scripts.
static inline gulong host_on_message(WebKitUserContentManager *manager, const char *name,
    const char *world, void (*f)(void *, void *), void *data) {
  HostMessageHandler *handler = g_new(HostMessageHandler, 1);
  *handler = (HostMessageHandler){f, data};
  char *signal = g_strdup_printf("script-message-received::%s", name);
  gulong id = g_signal_connect_data(manager, signal, G_CALLBACK(host_forward_message), handler,
      host_free_closure, (GConnectFlags)0);
  g_free(signal);
  if (world) {
    webkit_user_content_manager_register_script_message_handler_in_world(manager, name, world);
  } else {
    webkit_user_content_manager_register_script_message_handler(manager, name);
  }
  return id;
}
// A page that posts here waits for an answer: the reply, which is the handler's to release.
typedef struct {
  void (*f)(void *data, void *value, WebKitScriptMessageReply *reply);
  void *data;
} HostQuestionHandler;
static inline gboolean host_forward_question(WebKitUserContentManager *manager, JSCValue *value,
    WebKitScriptMessageReply *reply, gpointer data) {
  (void)manager;
  HostQuestionHandler *handler = data;
  g_object_ref(value);
  handler->f(handler->data, value, webkit_script_message_reply_ref(reply));
  return TRUE;
}
static inline gulong host_on_question(WebKitUserContentManager *manager, const char *name,
    void (*f)(void *, void *, WebKitScriptMessageReply *), void *data) {
  HostQuestionHandler *handler = g_new(HostQuestionHandler, 1);
  *handler = (HostQuestionHandler){f, data};
  char *signal = g_strdup_printf("script-message-with-reply-received::%s", name);
  gulong id = g_signal_connect_data(manager, signal, G_CALLBACK(host_forward_question), handler,
      host_free_closure, (GConnectFlags)0);
  g_free(signal);
  webkit_user_content_manager_register_script_message_handler_with_reply(manager, name, NULL);
  return id;
}
// Answers with a text, with null, or with an error; the value is what was posted.
static inline void host_answer_question(WebKitScriptMessageReply *reply, void *value,
    const char *text, const char *error) {
  if (error) {
    webkit_script_message_reply_return_error_message(reply, error);
  } else {
    JSCContext *context = jsc_value_get_context(value);
    JSCValue *answer = text ? jsc_value_new_string(context, text) : jsc_value_new_null(context);
    webkit_script_message_reply_return_value(reply, answer);
    g_object_unref(answer);
  }
  webkit_script_message_reply_unref(reply);
  g_object_unref(value);
}
static inline void host_off_message(
    WebKitUserContentManager *manager, const char *name, const char *world, gulong id) {
  if (world) {
    webkit_user_content_manager_unregister_script_message_handler_in_world(manager, name, world);
  } else {
    webkit_user_content_manager_unregister_script_message_handler(manager, name);
  }
  g_signal_handler_disconnect(manager, id);
}

// What a page posted, value by value.
typedef enum {
  HOST_NULL, HOST_BOOLEAN, HOST_NUMBER, HOST_STRING, HOST_ARRAY, HOST_OBJECT
} HostValueKind;
static inline HostValueKind host_value_kind(void *value) {
  if (jsc_value_is_boolean(value)) return HOST_BOOLEAN;
  if (jsc_value_is_number(value)) return HOST_NUMBER;
  if (jsc_value_is_string(value)) return HOST_STRING;
  if (jsc_value_is_array(value)) return HOST_ARRAY;
  return jsc_value_is_object(value) ? HOST_OBJECT : HOST_NULL;
}
static inline gboolean host_value_boolean(void *value) { return jsc_value_to_boolean(value); }
static inline double host_value_number(void *value) { return jsc_value_to_double(value); }
static inline char *host_value_string(void *value) { return jsc_value_to_string(value); }
static inline guint host_value_length(void *value) {
  JSCValue *length = jsc_value_object_get_property(value, "length");
  guint found = (guint)jsc_value_to_double(length);
  g_object_unref(length);
  return found;
}
static inline void *_Nonnull host_value_element(void *value, guint place) {
  return jsc_value_object_get_property_at_index(value, place);
}
static inline char **host_value_names(void *value) {
  return jsc_value_object_enumerate_properties(value);
}
static inline void *_Nonnull host_value_member(void *value, const char *name) {
  return jsc_value_object_get_property(value, name);
}

// Values: JSON, null where there is none; or the error of the script.
typedef struct {
  void (*f)(void *data, const char *json, const char *error);
  void *data;
} HostValueHandler;
static inline void host_forward_value(GObject *view, GAsyncResult *result, gpointer data) {
  HostValueHandler *handler = data;
  GError *error = NULL;
  JSCValue *value =
      webkit_web_view_evaluate_javascript_finish(WEBKIT_WEB_VIEW(view), result, &error);
  char *json = value ? jsc_value_to_json(value, 0) : NULL;
  handler->f(handler->data, json, error ? error->message : NULL);
  g_free(json);
  g_clear_object(&value);
  g_clear_error(&error);
  g_free(handler);
}
static inline void host_evaluate(WebKitWebView *view, const char *script,
    void (*f)(void *, const char *, const char *), void *data) {
  HostValueHandler *handler = g_new(HostValueHandler, 1);
  *handler = (HostValueHandler){f, data};
  webkit_web_view_evaluate_javascript(
      view, script, -1, NULL, NULL, NULL, host_forward_value, handler);
}

// Pictures: what a widget shows, drawn into memory.
static inline cairo_surface_t *host_picture(GtkWidget *widget, double scale) {
  gtk_container_check_resize(GTK_CONTAINER(widget));
  int width = gtk_widget_get_allocated_width(widget);
  int height = gtk_widget_get_allocated_height(widget);
  cairo_surface_t *surface = cairo_image_surface_create(
      CAIRO_FORMAT_RGB24, (int)(width * scale), (int)(height * scale));
  cairo_t *context = cairo_create(surface);
  cairo_scale(context, scale, scale);
  cairo_set_source_rgb(context, 1, 1, 1);
  cairo_paint(context);
  gtk_widget_draw(widget, context);
  cairo_destroy(context);
  return surface;
}

// How many points of a part of a picture have a colour; what lies outside the picture has none.
static inline long host_count(
    cairo_surface_t *picture, unsigned int colour, int x, int y, int width, int height) {
  cairo_surface_flush(picture);
  const unsigned char *data = cairo_image_surface_get_data(picture);
  int stride = cairo_image_surface_get_stride(picture);
  int right = MIN(x + width, cairo_image_surface_get_width(picture));
  int bottom = MIN(y + height, cairo_image_surface_get_height(picture));
  long count = 0;
  for (int row = MAX(y, 0); row < bottom; row++) {
    const unsigned int *line = (const unsigned int *)(data + (gsize)row * (gsize)stride);
    for (int column = MAX(x, 0); column < right; column++)
      // The fourth byte of a picture without transparency is undefined.
      if ((line[column] & 0xffffff) == colour) count++;
  }
  return count;
}
// A box of one colour, which has a window of its own and so can lie over web views.
static inline gboolean host_paint_cover(GtkWidget *widget, cairo_t *context, gpointer data) {
  cairo_set_source_rgb(context, 0.1, 0.1, 0.1);
  cairo_paint(context);
  return TRUE;
}
static inline GtkWidget *_Nonnull host_cover(void) {
  GtkWidget *cover = gtk_event_box_new();
  g_signal_connect(cover, "draw", G_CALLBACK(host_paint_cover), NULL);
  return cover;
}
static inline void host_raise(GtkWidget *widget) {
  if (gtk_widget_get_window(widget)) gdk_window_raise(gtk_widget_get_window(widget));
}
// Has a container place its children now.
static inline void host_settle(GtkWidget *container) {
  gtk_container_check_resize(GTK_CONTAINER(container));
}

// The server of the stand-in pages, in the same loop as the windows.
typedef void (*HostRequest)(
    SoupServer *, SoupServerMessage *, const char *, GHashTable *, gpointer);
static inline SoupServer *host_server(HostRequest f, void *data) {
  SoupServer *server = g_object_new(SOUP_TYPE_SERVER, NULL);
  soup_server_add_handler(server, NULL, f, data, NULL);
  return server;
}
// Listens on loopback, on a port of the system's choice where none is given; 0 where that failed.
static inline guint host_listen(SoupServer *server, guint port) {
  if (!soup_server_listen_local(server, port, SOUP_SERVER_LISTEN_IPV4_ONLY, NULL)) return 0;
  GSList *uris = soup_server_get_uris(server);
  guint found = uris ? (guint)g_uri_get_port(uris->data) : 0;
  g_slist_free_full(uris, (GDestroyNotify)g_uri_unref);
  return found;
}
static inline const char *host_referrer(SoupServerMessage *message) {
  return soup_message_headers_get_one(
      soup_server_message_get_request_headers(message), "Referer");
}
static inline const char *host_query(SoupServerMessage *message) {
  return g_uri_get_query(soup_server_message_get_uri(message));
}
static inline void host_answer(
    SoupServerMessage *message, guint status, const char *type, const char *body, gsize length) {
  soup_server_message_set_status(message, status, NULL);
  soup_server_message_set_response(message, type, SOUP_MEMORY_COPY, body, length);
}
static inline void host_header(SoupServerMessage *message, const char *name, const char *value) {
  soup_message_headers_replace(soup_server_message_get_response_headers(message), name, value);
}
// Closes the connection without an answer.
static inline void host_refuse(SoupServerMessage *message) {
  g_object_unref(soup_server_message_steal_connection(message));
}
static inline void host_finished(SoupServerMessage *message, gpointer unused) {
  (void)unused;
  g_object_set_data(G_OBJECT(message), "finished", message);
}
static inline void host_pause(SoupServerMessage *message) {
  g_object_ref(message);
  g_signal_connect(message, "finished", G_CALLBACK(host_finished), NULL);
  soup_server_message_pause(message);
}
// Whoever asked may be gone since, a process that was killed for example: nothing can be resumed then.
static inline void host_resume(SoupServerMessage *message) {
  if (!g_object_get_data(G_OBJECT(message), "finished")) soup_server_message_unpause(message);
  g_object_unref(message);
}
