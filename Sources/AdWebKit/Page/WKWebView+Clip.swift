// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  public import AdView
  public import Foundation
  public import WebKit

  #if canImport(UIKit)
    import UIKit
  #endif

  extension WKWebView {
    /// Puts an ad's web view where its visible part is.
    /// - Parameters:
    ///   - creative: Where the whole creative would be, in the superview.
    ///   - corner: The corner of the slot below its label, from which a clip counts.
    ///   - clip: What of the slot is to be covered; nil for all of it.
    public func layOut(_ creative: CGRect, from corner: CGPoint, cutTo clip: ViewportClip?) {
      guard let clip else {
        // A view without area does nothing, and the slot of an ad that did not come may have none.
        frame = CGRect(
          x: creative.minX, y: creative.minY, width: max(creative.width, 1),
          height: max(creative.height, 1))
        return
      }
      let cut = clip.cut(creative, from: corner).frame
      frame = CGRect(
        x: cut.x + corner.x, y: cut.y + corner.y, width: cut.width, height: cut.height)
    }

    /// Shows the part of an ad's page that belongs where ``layOut(_:from:cutTo:)`` has put the view, from the
    /// page's top left corner on where nothing is cut.
    public func scroll(_ creative: CGRect, from corner: CGPoint, to clip: ViewportClip?) {
      let offset = clip?.cut(creative, from: corner).contentOffset ?? (x: 0, y: 0)
      #if canImport(UIKit)
        scrollView.contentOffset = CGPoint(x: offset.x, y: offset.y)
      #else
        evaluateJavaScript(ScrollScript.source(x: offset.x, y: offset.y))
      #endif
    }
  }

  extension ViewportClip {
    fileprivate func cut(
      _ creative: CGRect, from corner: CGPoint
    ) -> (frame: AdRect, contentOffset: (x: Double, y: Double)) {
      cut(AdRect(creative.offsetBy(dx: -corner.x, dy: -corner.y)))
    }
  }
#endif
