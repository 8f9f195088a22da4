// SPDX-License-Identifier: MIT
#if canImport(UIKit)
  import UIKit

  /// Notes that a finger came down in a view, and leaves the touch to whoever is meant.
  @MainActor final class TouchObserver: NSObject, UIGestureRecognizerDelegate {
    private let onTouch: () -> Void

    init(_ view: UIView, _ onTouch: @escaping () -> Void) {
      self.onTouch = onTouch
      super.init()
      let recognizer = UITapGestureRecognizer(target: nil, action: nil)
      recognizer.delegate = self
      view.addGestureRecognizer(recognizer)
    }

    /// Asked for every touch before anybody has it; refusing, the recognizer is in nobody's way.
    func gestureRecognizer(
      _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
    ) -> Bool {
      onTouch()
      return false
    }
  }
#endif
