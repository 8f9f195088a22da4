// SPDX-License-Identifier: MIT
#if canImport(UIKit)
  import UIKit

  /// Notes that a finger came down, and leaves the touch to the page.
  @MainActor final class TouchRecognizer: UIGestureRecognizer, UIGestureRecognizerDelegate {
    private let onTouch: () -> Void

    init(_ onTouch: @escaping () -> Void) {
      self.onTouch = onTouch
      super.init(target: nil, action: nil)
      cancelsTouchesInView = false
      delaysTouchesEnded = false
      delegate = self
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
      onTouch()
      // Failing at once, it is in nobody's way and sees the next touch again.
      state = .failed
    }

    func gestureRecognizer(
      _ gestureRecognizer: UIGestureRecognizer,
      shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { true }
  }
#endif
