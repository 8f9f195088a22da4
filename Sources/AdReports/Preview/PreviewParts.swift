// SPDX-License-Identifier: MIT
import AdInjection
import AdModel

/// What the previews of a bundle and of a page have in common: how an ad's size is brought within
/// its limits, how its label looks, and how a table follows its last line.
enum PreviewParts {
  /// A function `clamp(value, limits, side)` of limits as ``limits(of:)`` gives them.
  static let clamp: JavaScriptSource = #"""
    function clamp(value, limits, side) {
      var least = limits[side][0], most = limits[side][1];
      return Math.min(Math.max(value, least), most === null ? Infinity : most);
    }
    """#

  /// A function `reveal(line)`: scrolls the box around a table's line, never the document.
  static let reveal: JavaScriptSource = #"""
    function reveal(line) {
      var box = line.closest('.scroll');
      var below = line.offsetTop + line.offsetHeight - box.clientHeight;
      if (box.scrollTop < below) box.scrollTop = below;
      else if (box.scrollTop > line.offsetTop) box.scrollTop = line.offsetTop;
    }
    """#

  /// The least and the greatest side each way, `null` for no greatest.
  static func limits(of constraints: SizeConstraints) -> JSONValue {
    func optional(_ side: Double?) -> JSONValue { side.map(JSONValue.double) ?? .null }
    return [
      "width": [.double(constraints.minimumWidth ?? 0), optional(constraints.maximumWidth)],
      "height": [.double(constraints.minimumHeight ?? 0), optional(constraints.maximumHeight)],
    ]
  }

  /// The label above an ad, where it is shown.
  static func label(_ label: AdLabel) -> Markup {
    guard label.isShown else { return "" }
    let weights = AdLabel.Weight.allCases
    let place = weights.firstIndex(of: label.fontWeight) ?? 0
    let style = "font-size:\(label.fontSize.formatted)px;font-weight:\((place + 1) * 100)"
    return "<div class=\"label\" style=\"\(style)\">\(label.text)</div>"
  }
}
