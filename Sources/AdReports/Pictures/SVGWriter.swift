// SPDX-License-Identifier: MIT
import AdModel

/// Writes an SVG document in which no text can become markup, the same bytes for the same calls.
struct SVGWriter {
  /// The value of an attribute.
  enum Value: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    case text(String)
    case number(Double)

    init(stringLiteral value: String) { self = .text(value) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
  }

  typealias Attributes = KeyValuePairs<String, Value>

  private(set) var text = ""
  private var openElements: [String] = []

  /// Begins a document.
  /// - Parameters:
  ///   - width: Its width in pixels.
  ///   - height: Its height in pixels.
  ///   - title: What the picture shows, for those who cannot see it.
  ///   - css: The style of its classes; ours, never data.
  ///   - name: Its own class, for a style that holds within it alone.
  init(width: Double, height: Double, title: String, css: String, name: String = "picture") {
    open(
      "svg",
      [
        "class": .text(name), "xmlns": "http://www.w3.org/2000/svg", "width": .number(width),
        "height": .number(height),
        "viewBox": .text("0 0 \(Self.written(width)) \(Self.written(height))"), "role": "img",
      ])
    element("title", text: title)
    text += "<style>\(css)</style>\n"
    element("rect", ["class": "paper", "width": "100%", "height": "100%", "fill": "#ffffff"])
  }

  /// Begins an element that holds others.
  mutating func open(_ name: String, _ attributes: Attributes = [:]) {
    begin(name, attributes)
    text += ">\n"
    openElements.append(name)
  }

  /// Ends the element that was opened last.
  mutating func close() {
    guard let name = openElements.popLast() else { return }
    text += "</\(name)>\n"
  }

  /// Writes an element; attributes without a text are left out.
  /// - Parameter tooltip: What is shown while a pointer rests on it.
  mutating func element(
    _ name: String, _ attributes: Attributes = [:], tooltip: String? = nil,
    text words: String? = nil
  ) {
    begin(name, attributes)
    if tooltip == nil, words == nil {
      text += "/>\n"
      return
    }
    text += ">"
    if let tooltip { text += "<title>\(Self.escaped(tooltip))</title>" }
    if let words { text += Self.escaped(words) }
    text += "</\(name)>\n"
  }

  /// Ends the document and returns the whole of it.
  consuming func finished() -> String {
    while !openElements.isEmpty { close() }
    return text
  }

  private mutating func begin(_ name: String, _ attributes: Attributes) {
    text += "<\(name)"
    for (key, value) in attributes {
      switch value {
      case .text(""): break
      case .text(let words): text += " \(key)=\"\(Self.escaped(words))\""
      case .number(let number): text += " \(key)=\"\(Self.written(number))\""
      }
    }
  }

  /// A number with at most two decimals, so that it looks the same on every machine; what is not a
  /// number or lies beyond every screen comes to its edge.
  static func written(_ number: Double) -> String {
    let bounded = number.isNaN ? 0 : min(max(number, -1e7), 1e7)
    let hundredths = Int((bounded * 100).rounded())
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    let sign = hundredths < 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    let digits = rest < 10 ? "0\(rest)" : rest % 10 == 0 ? "\(rest / 10)" : "\(rest)"
    return "\(sign)\(whole).\(digits)"
  }

  /// The text as XML content or attribute; what XML cannot hold, or what would turn the direction
  /// of writing, is written out as `\u{…}`.
  static func escaped(_ words: String) -> String {
    var safe = ""
    for scalar in words.unicodeScalars {
      switch scalar {
      case "&": safe += "&amp;"
      case "<": safe += "&lt;"
      case ">": safe += "&gt;"
      case "\"": safe += "&quot;"
      case "'": safe += "&#39;"
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}",
        _ where scalar.turnsWriting:
        safe += "\\u{\(String(scalar.value, radix: 16))}"
      default: safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }
}
