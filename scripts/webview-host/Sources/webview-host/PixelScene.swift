// SPDX-License-Identifier: MIT
import AdView
import AdWebKitGTK
import CWebKitGTK
import Foundation
import WebKit

/// A page whose ads stand in holes, carousels and accordions, under bars and over the edges of the
/// screen, as a seed has it; each layout is made of the one before.
@MainActor final class PixelScene {
  /// An ad's place.
  private struct Place {
    let slot: SlotWidget
    /// What cuts the slot.
    let hole: UnsafeMutablePointer<GtkWidget>
    var frame: AdRect
    /// The part of the page that the hole leaves; nil where the slot stands free.
    var cut: AdRect?
    var isClosed = false
  }

  let window: UnsafeMutablePointer<GtkWidget>
  private(set) var screen = CreativeSize(width: 393, height: 852)
  private let page: AdPage
  private let layout = host_layout()
  private var places: [Place] = []
  private let covers = (0..<2).map { _ in host_cover() }
  private var bars: [AdRect] = []
  private var offset = 0.0
  private var random: SeededRandom
  private static let step = 420.0

  init(_ units: [AdUnitID], in page: AdPage, seed: UInt64) {
    self.page = page
    random = SeededRandom(seed: seed)
    window = host_window("pixels", 900, 900)
    let outer = host_layout()
    host_add(window, outer)
    host_put(outer, layout, 0, 0)
    gtk_widget_show_all(window)
    for (number, unit) in units.enumerated() {
      let slot = SlotWidget(unit, in: page)
      let hole = host_layout()
      host_put(layout, hole, 0, 0)
      host_put(hole, slot.widget, 0, 0)
      gtk_widget_show(hole)
      places.append(
        Place(
          slot: slot, hole: hole,
          frame: AdRect(x: 30, y: Double(number) * Self.step, width: 300, height: 250)))
      page.attach(slot, to: unit)
    }
    for cover in covers { host_put(layout, cover, 0, 0) }
    apply()
  }

  var units: [AdUnitID] { places.map(\.slot.unit) }

  /// Whether something lies over the page.
  var hasBars: Bool { !bars.isEmpty }

  /// Shows all from the top, with nothing over it.
  func showAll(from place: Int) {
    offset = max(0, Double(place) * Self.step - 100)
    bars = []
    for index in places.indices {
      places[index].frame.x = 30
      places[index].frame.y = Double(index) * Self.step
      places[index].cut = nil
      places[index].isClosed = false
    }
    apply()
  }

  /// Cuts an ad at its top, takes its slot out of the page as a recycled row's, and brings it back whole.
  /// - Parameter placesFirst: Whether the page is told of the place before the slot's view is there.
  func recycle(_ place: Int, placesFirst: Bool) async {
    showAll(from: place)
    offset = Double(place) * Self.step + 120
    apply()
    await drawn()
    let (slot, unit) = (places[place].slot, places[place].slot.unit)
    page.detach(slot, from: unit)
    page.handle(.remove(unit))
    offset = max(0, Double(place) * Self.step - 100)
    if placesFirst { apply() }
    page.attach(slot, to: unit)
    apply()
    await drawn()
  }

  /// Makes the next layout.
  func change() {
    let what = random.below(4)
    if what == 0 || random.below(8) == 0 {
      screen =
        random.below(2) == 0
        ? CreativeSize(width: 393, height: 852) : CreativeSize(width: 852, height: 393)
    }
    if what <= 1 {
      for index in places.indices { moveAnew(index) }
    } else if what == 2 {
      let index = random.below(places.count)
      moveAnew(index)
    }
    if what != 2 {
      bars = (0..<random.below(3)).map { _ in
        let isBar = random.below(3) > 0
        return AdRect(
          x: isBar ? 0 : number(-50...300), y: number(-40...Int(screen.height) - 20),
          width: isBar ? screen.width : number(20...400), height: number(10...260))
      }
    }
    offset = number(0...Int(Double(places.count) * Self.step - screen.height))
    apply()
  }

  private func number(_ range: ClosedRange<Int>) -> Double {
    Double(range.lowerBound + random.below(max(range.count, 1)))
  }

  private func moveAnew(_ index: Int) {
    var place = places[index]
    place.frame.x = number(-150...Int(screen.width) - 100)
    place.frame.y = Double(index) * Self.step + number(0...100)
    place.cut = nil
    place.isClosed = false
    let frame = place.frame
    switch random.below(6) {
    case 0, 1: break
    case 2:  // A hole.
      place.cut = AdRect(
        x: frame.x + number(-60...200), y: frame.y + number(-60...150), width: number(20...320),
        height: number(20...300))
    case 3:  // A slide of a carousel.
      place.cut = AdRect(
        x: frame.x + number(-280...280), y: frame.y - 5, width: 300, height: frame.height + 10)
    case 4:  // An accordion that opens.
      place.cut = AdRect(x: frame.x, y: frame.y, width: frame.width, height: number(1...250))
    default:
      place.cut = AdRect(x: frame.x, y: frame.y, width: frame.width, height: 0)
      place.isClosed = true
    }
    places[index] = place
  }

  /// Puts everything where it is, and tells the page.
  private func apply() {
    gtk_widget_set_size_request(layout, Int32(screen.width), Int32(screen.height))
    for index in places.indices {
      if let size = places[index].slot.size {
        places[index].frame.width = size.width
        places[index].frame.height = size.height
        // What an ad reported moves the edges of what it stands in.
        if places[index].isClosed { places[index].cut?.width = size.width }
      }
      let place = places[index]
      let hole = place.cut ?? place.frame
      gtk_widget_set_size_request(
        place.hole, Int32(max(1, hole.width)), Int32(max(1, hole.height)))
      host_move(layout, place.hole, Int32(hole.x), Int32(hole.y - offset))
      host_move(
        place.hole, place.slot.widget, Int32(place.frame.x - hole.x),
        Int32(place.frame.y - hole.y))
      if place.isClosed { gtk_widget_hide(place.hole) } else { gtk_widget_show(place.hole) }
    }
    for (index, cover) in covers.enumerated() {
      guard index < bars.count else {
        gtk_widget_hide(cover)
        continue
      }
      let bar = bars[index]
      gtk_widget_set_size_request(cover, Int32(bar.width), Int32(bar.height))
      host_move(layout, cover, Int32(bar.x), Int32(bar.y))
      gtk_widget_show(cover)
      host_raise(cover)
    }
    page.handle(
      .viewport(AdRect(x: 0, y: offset, width: screen.width, height: screen.height)))
    page.handle(.obstructions(bars.map { Obstruction($0, .bar) }))
    for place in places {
      page.handle(
        .parts(
          place.slot.unit,
          place.cut.map { cut in
            place.isClosed
              ? []
              : [
                AdRect(
                  x: cut.x - place.frame.x, y: cut.y - place.frame.y, width: cut.width,
                  height: cut.height)
              ]
          }))
    }
    page.handle(.place(places.map { AdFrame(unit: $0.slot.unit, frame: $0.frame) }))
  }

  /// Puts everything where it is again, as after an ad has told its size.
  func settle() { apply() }

  /// Waits until every page that is mapped has drawn two frames.
  func drawn() async {
    // What was hidden as it got another size keeps the one before.
    for widget in covers + places.flatMap({ [$0.hole, $0.slot.widget] }) {
      gtk_widget_queue_resize(widget)
    }
    host_settle(window)
    await EventLoop.sleep(34)
    host_settle(window)
    let views = places.compactMap { page.webView(of: $0.slot.unit) }
      .filter { gtk_widget_get_mapped(host_widget($0.native)) != 0 }
    for view in views {
      view.evaluateJavaScript(
        "drawn = 0; requestAnimationFrame(() => requestAnimationFrame(() => { drawn = 1 })); 0")
    }
    let end = EventLoop.now + 400
    var waiting = views
    while !waiting.isEmpty, EventLoop.now < end {
      var left: [WKWebView] = []
      for view in waiting where await value("window.drawn", in: view) as? NSNumber != 1 {
        left.append(view)
      }
      waiting = left
      await EventLoop.sleep(4)
    }
  }

  /// The pixels of each ad once the picture is at rest: the same three times.
  func pixelsAtRest() async -> [Int] {
    var (last, same) = (pixels(), 1)
    let end = EventLoop.now + 3_000
    while same < 3, EventLoop.now < end {
      await EventLoop.sleep(40)
      let next = pixels()
      same = next == last ? same + 1 : 1
      last = next
    }
    return last
  }

  /// How many pixels of each ad the window shows.
  func pixels() -> [Int] {
    // A view that comes back into its window comes on top.
    for cover in covers { host_raise(cover) }
    guard let picture = host_picture(window, 1) else { return [] }
    defer { cairo_surface_destroy(picture) }
    return places.map { place in
      host_count(
        picture, Colours.colour(of: place.slot.unit), 0, 0, Int32(screen.width),
        Int32(screen.height))
    }
  }

  /// Where an ad is, and what cuts it, in words.
  func account(of unit: AdUnitID) -> String {
    guard let place = places.first(where: { $0.slot.unit == unit }) else { return "" }
    return "at \(place.frame), cut to \(place.cut.map { "\($0)" } ?? "nothing"), in a hole of "
      + "\(gtk_widget_get_allocated_width(place.hole)) by "
      + "\(gtk_widget_get_allocated_height(place.hole)), offset \(offset), bars \(bars)"
  }

  func write(to path: String) {
    guard let picture = host_picture(window, 1) else { return }
    cairo_surface_write_to_png(picture, path)
    cairo_surface_destroy(picture)
  }

  /// What a page says.
  func value(_ script: String, in webView: WKWebView) async -> Any? {
    await PageValue.of(script, in: webView)
  }
}

/// The value of a script in a page, or nothing within half a second.
@MainActor enum PageValue {
  private final class Answer {
    var value: Any?
    var isThere = false
  }

  static func of(_ script: String, in webView: WKWebView) async -> Any? {
    let answer = Answer()
    webView.evaluateJavaScript(script) { value, _ in
      answer.value = value
      answer.isThere = true
    }
    let end = EventLoop.now + 500
    while !answer.isThere, EventLoop.now < end { await EventLoop.sleep(2) }
    return answer.value
  }
}
