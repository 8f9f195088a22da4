// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  public import AdView
  public import Foundation

  extension AdRect {
    /// The same rectangle, in points as it was.
    public init(_ rect: CGRect) {
      self.init(x: rect.origin.x, y: rect.origin.y, width: rect.width, height: rect.height)
    }
  }
#endif
