// SPDX-License-Identifier: MIT
import AdView
import AdWebKitGTK
import CWebKitGTK
import Foundation

/// A page of an app in a window, which can be scrolled.
@MainActor protocol Scene: AnyObject {
  /// What fills the window.
  var widget: UnsafeMutablePointer<GtkWidget> { get }
  /// How far down the page the top of the screen is, in points.
  var offset: Double { get }
  /// The greatest offset.
  var greatestOffset: Double { get }
  /// Scrolls, within what there is.
  func scroll(to offset: Double)
  /// The slots that are on the screen.
  var slotsOnScreen: [SlotWidget] { get }
  /// Does what the app would after the screen was turned or resized.
  func resize(to screen: CreativeSize)
}

extension Scene {
  /// Scrolls by so many points, downwards where positive.
  func scroll(by distance: Double) { scroll(to: offset + distance) }
}

/// The wheel of a mouse, over whatever it is turned: it scrolls the scene, and no page in it.
@MainActor enum Wheel {
  static weak var scene: (any Scene)?

  static func follow(_ widget: UnsafeMutablePointer<GtkWidget>) {
    host_on_wheel(
      widget,
      { _, lines in
        MainActor.assumeIsolated {
          guard let scene = Wheel.scene else { return }
          scene.scroll(by: lines * 90)
        }
      }, nil)
  }
}

/// A finger: drags, flings that slow down, rests, and turns back, as a seed has it.
@MainActor final class Finger {
  /// Whether it scrolls, once it has begun.
  var isMoving = true
  private let scene: any Scene
  private var random: SeededRandom
  /// Points a second, downwards positive.
  private var velocity = 0.0
  private var restsUntil: Int64 = 0
  private var last = EventLoop.now

  init(_ scene: any Scene, seed: UInt64) {
    self.scene = scene
    random = SeededRandom(seed: seed)
  }

  /// Scrolls from now on, sixty times a second.
  func begin() {
    EventLoop.after(16) { [weak self] in
      if self?.isMoving == true { self?.move() }
      return self != nil
    }
  }

  /// Moves on by what the time since the last call is worth.
  private func move() {
    let now = EventLoop.now
    let elapsed = Double(now - last) / 1_000
    last = now
    guard now >= restsUntil else { return }
    if abs(velocity) < 20 {
      velocity = nextVelocity()
      restsUntil = now + Int64(random.below(1_500))
      return
    }
    let wanted = scene.offset + velocity * elapsed
    scene.scroll(to: wanted)
    if wanted < 0 || wanted > scene.greatestOffset { velocity = 0 }
    // A scroll view's usual rate of deceleration: 0.998 a millisecond.
    velocity *= exp2(-elapsed * 2.888)
  }

  private func nextVelocity() -> Double {
    let speed = [300, 900, 2_500, 6_000, 12_000][random.below(5)]
    let isAtEnd = scene.offset >= scene.greatestOffset - 1
    let isAtStart = scene.offset <= 1
    let isDown = isAtStart || (!isAtEnd && random.below(3) != 0)
    return Double(speed) * (isDown ? 1 : -1)
  }
}
