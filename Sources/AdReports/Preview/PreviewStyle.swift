// SPDX-License-Identifier: MIT
import AdInjection

/// The page and the look that both previews share: readable in light and dark, and on a narrow
/// screen.
enum PreviewStyle {
  /// A whole page in this look.
  static func page(_ title: String, style: Markup, banner: Markup, body: Markup) -> String {
    let page: Markup = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>
      \(sheet)
      \(style)
      </style>
      </head>
      <body>
      <header><h1>\(title)</h1><p>\(banner)</p></header>
      \(body)
      </body>
      </html>

      """
    return page.html
  }

  private static let sheet: Markup = """
    :root { color-scheme: light dark; --back: #f4f5f7; --card: #fff; --text: #1d2330;
      --soft: #5b6474; --line: #d7dbe2; --good: #17713c; --bad: #b3261e; }
    @media (prefers-color-scheme: dark) { :root { --back: #14171c; --card: #1e232b; --text: #e8ebf0;
      --soft: #a3adbd; --line: #343b47; --good: #63d08f; --bad: #ff8a80; } }
    * { box-sizing: border-box; }
    body { margin: 0; padding: 24px; background: var(--back); color: var(--text);
      font: 14px/1.5 system-ui, sans-serif; }
    header { max-width: 1180px; margin: 0 auto 16px; }
    h1 { font-size: 20px; margin: 0; overflow-wrap: anywhere; }
    h2 { font-size: 13px; margin: 0 0 8px; color: var(--soft); font-weight: 600; }
    p { margin: 4px 0; }
    main { max-width: 1180px; margin: 0 auto; display: flex; gap: 24px; flex-wrap: wrap;
      align-items: flex-start; }
    .phone { flex: none; border: 10px solid #20242c; border-radius: 40px; overflow: hidden;
      background: #fff; color: #1d2330; position: relative; }
    .panels { flex: 1 1 420px; min-width: 0; display: grid; gap: 16px; }
    section { background: var(--card); border: 1px solid var(--line); border-radius: 10px;
      padding: 12px 14px; min-width: 0; }
    .scroll { max-height: 260px; overflow: auto; }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; vertical-align: top; padding: 3px 10px 3px 0; }
    th { font-weight: 600; color: var(--soft); white-space: nowrap; }
    td { overflow-wrap: anywhere; }
    code, .data td { font: 12px/1.6 ui-monospace, monospace; }
    .data td, code { unicode-bidi: isolate; overflow-wrap: anywhere; }
    .data td:not(:last-child) { white-space: nowrap; }
    .scroll { position: relative; }
    @media (max-width: 600px) {
      body { padding: 12px 0; } header, .panels { padding: 0 12px; }
      .phone { border-width: 0; border-radius: 0; } .panels { flex-basis: 100%; }
    }
    .soft { color: var(--soft); }
    .good { color: var(--good); font-weight: 600; }
    .bad { color: var(--bad); font-weight: 600; }
    """
}
