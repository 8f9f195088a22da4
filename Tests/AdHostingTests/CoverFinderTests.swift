// SPDX-License-Identifier: MIT
import AdHosting
import AdLoading
import AdModel
import Testing

/// What of an app's views lies over its ads.
@Suite struct CoverFinderTests {
  private final class Node {
    var place: AdRect
    var opacity = 1.0
    var paint = 1.0
    var clips = false
    var reason: Obstruction.Reason?
    var inner: [Node] = []
    weak var container: Node?

    init(_ x: Double, _ y: Double, _ width: Double, _ height: Double, paint: Double = 1) {
      place = AdRect(x: x, y: y, width: width, height: height)
      self.paint = paint
    }

    @discardableResult func add(_ nodes: Node...) -> Node {
      for node in nodes { node.container = self }
      inner += nodes
      return self
    }
  }

  private struct View: CoveringView {
    let node: Node
    static func == (one: View, other: View) -> Bool { one.node === other.node }
    var container: View? { node.container.map(View.init) }
    var inner: [View] { node.inner.map(View.init) }
    var place: AdRect { node.place }
    var opacity: Double { node.opacity }
    var paint: Double { node.paint }
    var clips: Bool { node.clips }
    var reason: Obstruction.Reason? { node.reason }
  }

  /// A window with a controller's view, and a scroll view in that from 100 down.
  private let window = Node(0, 0, 390, 844)
  private let screen = Node(0, 0, 390, 844)
  private let scroll = Node(0, 100, 390, 744)

  init() {
    window.add(screen)
    screen.add(Node(0, 0, 390, 844), scroll)
    scroll.add(Node(20, 120, 100, 100))
  }

  private var found: [Obstruction] {
    CoverFinder.covers(over: View(node: scroll), visible: scroll.place)
  }

  @Test func `what is behind the page, in it or beside it covers nothing`() {
    screen.add(Node(0, 0, 390, 100))
    #expect(found == [])
  }

  @Test func `what was added later lies above, from the corner of what is visible, and cut to it`()
  {
    screen.add(Node(0, 50, 390, 90))
    #expect(found == [Obstruction(AdRect(x: 0, y: 0, width: 390, height: 40), .overlay)])
  }

  @Test func `a bar around the controller's view and another window say why`() {
    let bar = Node(0, 760, 390, 84)
    bar.reason = .bar
    window.add(bar)
    let scene = Node(0, 0, 390, 844, paint: 0)
    let other = Node(100, 300, 50, 50)
    other.reason = .window
    scene.add(window, other)
    #expect(
      found == [
        Obstruction(AdRect(x: 0, y: 660, width: 390, height: 84), .bar),
        Obstruction(AdRect(x: 100, y: 200, width: 50, height: 50), .window),
      ])
  }

  @Test(arguments: [
    (1, 1, 1, true), (0.5, 1, 1, true), (0.49, 1, 1, false), (1, 0.5, 1, true), (1, 0.4, 1, false),
    (1, 1, 0, false), (1, 0, 1, false), (0.7, 0.7, 1, false), (1, 1, 0.49, false),
    (1, 0.7, 0.7, false),
  ])
  func `what is seen through covers nothing`(
    around: Double, opacity: Double, paint: Double, covers: Bool
  ) {
    let outer = Node(0, 0, 390, 844, paint: 0)
    outer.opacity = around
    let inner = Node(0, 200, 390, 90, paint: paint)
    inner.opacity = opacity
    screen.add(outer.add(inner))
    #expect(!found.isEmpty == covers)
  }

  @Test func `a clear view that takes touches covers by what is drawn in it, of the same reason`() {
    let sheet = Node(0, 0, 390, 844, paint: 0.2)
    sheet.reason = .sheet
    sheet.add(Node(0, 500, 390, 344))
    window.add(sheet)
    #expect(found == [Obstruction(AdRect(x: 0, y: 400, width: 390, height: 344), .sheet)])
  }

  @Test func `what is clipped away is not drawn`() {
    for clips in [true, false] {
      let outer = Node(0, 100, 390, 50, paint: 0)
      outer.clips = clips
      screen.inner.removeAll { $0.paint == 0 }
      screen.add(outer.add(Node(0, 120, 390, 300)))
      #expect(found.map(\.frame.height) == [clips ? 30 : 300])
    }
  }

  @Test func `what is under another cover is not named, nor more than a page bears`() {
    screen.add(Node(0, 100, 390, 100).add(Node(10, 110, 20, 20)))
    #expect(found.count == 1)
    for number in 0..<500 { screen.add(Node(Double(number % 390), Double(200 + number), 1, 1)) }
    #expect(found.count == 64)
  }

  @Test func `a tree without end is not walked to its end`() {
    var deepest = Node(0, 200, 390, 90, paint: 0)
    screen.add(deepest)
    for _ in 0..<50_000 {
      let next = Node(0, 200, 390, 90, paint: 0)
      deepest.add(next)
      deepest = next
    }
    deepest.paint = 1
    #expect(found == [])
    // Freed from the bottom up, for it would be freed by recursion.
    var nodes: [Node] = []
    var next: Node? = screen.inner.last
    while let node = next {
      nodes.append(node)
      next = node.inner.first
    }
    for node in nodes.reversed() { node.inner = [] }
  }

  @Test func `of a page that covers are looked at for in vain nothing is told`() {
    let alone = Node(0, 0, 390, 844)
    #expect(CoverFinder.covers(over: View(node: alone), visible: alone.place) == [])
  }
}
