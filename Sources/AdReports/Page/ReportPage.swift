// SPDX-License-Identifier: MIT
import AdModel

/// A whole page of a report, in the look of all of them: nothing from the network, at most one script of
/// ours, light and dark, on paper too.
struct ReportPage {
  let title: String
  let subtitle: String
  /// What the page has beside the style of all.
  let style: String
  /// The only script that may run; none where it is empty.
  var script = ""
  let main: Markup
  let footer: Markup

  /// The page.
  var html: String {
    let page: Markup = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <title>\(title)</title>
      <style>\(Markup(stringLiteral: Self.style + style))</style>
      </head>
      <body>
      <header><h1>\(title)</h1><p>\(subtitle)</p></header>
      <main>
      \(main)
      </main>
      <footer>\(footer)</footer>
      \(script.isEmpty ? "" : "<script>\(Markup(stringLiteral: script))</script>" as Markup)
      </body>
      </html>

      """
    return page.html
  }

  private var policy: Markup {
    let scripts = script.isEmpty ? "" : "; script-src 'sha256-\(hash)'"
    return Markup(stringLiteral: "default-src 'none'; style-src 'unsafe-inline'\(scripts)")
  }

  /// The script's SHA-256 in base64, as a content security policy names it.
  private var hash: String { Base64.text(ContentHasher.hash(script).bytes) }
}
