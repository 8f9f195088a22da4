// SPDX-License-Identifier: MIT
package import AdModel

extension LoadTransition {
  /// The debug line of a transition: what changed, why, and where everything was.
  package var displayText: String {
    "\(time) ms: \(unit) \(from) > \(to), \(cause), frame \(frame.displayText), "
      + "viewport \(viewport.displayText)"
      + (permit.map { ", \($0.mode) under consent record \($0.record)" } ?? "")
  }
}

extension LoadGate {
  /// The debug line of a gate.
  package var displayText: String {
    switch self {
    case .open(let permit): "open for \(permit.mode) ads under consent record \(permit.record)"
    case .closed(let cause): "closed: \(cause)"
    }
  }
}

extension AdRect {
  /// Origin and size, `36.5,900 320x320`.
  var displayText: String { "\(x.formatted),\(y.formatted) \(width.formatted)x\(height.formatted)" }
}
