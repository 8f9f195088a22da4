// SPDX-License-Identifier: MIT
import Foundation

/// What may become of the template on its way.
enum NetworkMood: String, CaseIterable {
  case well, writtenAnew, slowPictureOtherHost, strictPolicy, inlinePolicy, late, hanging
  case hangingPicture, redirect, redirectToHost, redirectToPort, redirectWithoutEnd, noContent
  case download, empty, redirectByScript, redirectByMeta, cutOff, noServer

  /// What a server sends, and when.
  struct Answer {
    var status: UInt32 = 200
    var type = "text/html; charset=utf-8"
    var body = ""
    var headers: [(String, String)] = []
    /// After so many milliseconds; nil for never.
    var delay: Int? = 0
    var isRefused = false
  }

  /// The answer to a request for the template.
  /// - Parameters:
  ///   - query: What was asked for.
  ///   - ports: The server's own, and another one's.
  ///   - template: The template, with a creative from a host.
  func answer(
    _ query: String, on ports: (own: UInt32, other: UInt32), template: (String) -> String
  ) -> Answer {
    let own = "http://127.0.0.1:\(ports.own)"
    let other = "http://localhost:\(ports.own)"
    func moved(to host: String) -> Answer {
      Answer(status: 302, headers: [("Location", "\(host)/template.html?\(query)&arrived")])
    }
    let page = template("")
    // What was sent on has arrived, but where that has no end.
    if query.hasSuffix("&arrived"), self != .redirectWithoutEnd { return Answer(body: page) }
    let policy = "Content-Security-Policy"
    switch self {
    case .well: return Answer(body: page)
    case .writtenAnew:
      let text = page.replacingOccurrences(of: "\\", with: "\\\\")
        .replacingOccurrences(of: "`", with: "\\`").replacingOccurrences(of: "</", with: "<\\/")
        .replacingOccurrences(of: "${", with: "\\${")
      return Answer(
        body: """
          <!doctype html><title>before</title><script>addEventListener('load', function () {
          setTimeout(function () { document.open(); document.write(`\(text)`); document.close(); }, 30);
          });</script>
          """)
    case .slowPictureOtherHost:
      return Answer(
        body: template(other).replacingOccurrences(of: "/colour.html", with: "/slow/colour.html"))
    case .strictPolicy:
      return Answer(body: page, headers: [(policy, "default-src 'none'")])
    case .inlinePolicy:
      return Answer(
        body: page,
        headers: [
          (policy, "default-src 'self'; script-src 'unsafe-inline'; style-src 'unsafe-inline'")
        ])
    case .late: return Answer(body: page, delay: 6_000)
    case .hanging: return Answer(delay: nil)
    case .hangingPicture: return Answer(body: page + "<img src='/never'>")
    case .redirect: return moved(to: own)
    case .redirectToHost: return moved(to: other)
    case .redirectToPort: return moved(to: "http://127.0.0.1:\(ports.other)")
    case .redirectWithoutEnd: return moved(to: own)
    case .noContent: return Answer(status: 204)
    case .download: return Answer(type: "application/octet-stream", body: page)
    case .empty: return Answer()
    case .redirectByScript:
      return Answer(body: "<script>location.replace('/template.html?\(query)&arrived')</script>")
    case .redirectByMeta:
      return Answer(
        body: "<meta http-equiv=refresh content=\"0;url=/template.html?\(query)&arrived\">")
    case .cutOff: return Answer(body: String(page.prefix(page.count / 2)))
    case .noServer: return Answer(isRefused: true)
    }
  }
}
