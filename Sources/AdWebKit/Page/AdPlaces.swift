// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  import AdView

  /// Where the ads of a scroll view are, in its coordinates, as one layout pass left them.
  struct AdPlaces: Equatable, Sendable {
    /// A lazy stack, and where the app expects its ads.
    struct Stack: Equatable, Sendable {
      /// How far each ad is from the stack's upper edge, in points.
      let tops: [AdUnitID: Double]
      let frame: AdRect
    }

    /// The ads whose rows exist.
    var rows: [AdUnitID: AdRect] = [:]
    /// The stack that makes the others as they are seen; nil where nobody told of one.
    var stack: Stack?
  }

  extension AdPage {
    /// Places ads: those whose rows exist where these are, the others where they are expected.
    func place(_ places: AdPlaces) {
      var frames = places.rows.map { AdFrame(unit: $0.key, frame: $0.value) }
      expected.expect(places.stack?.tops ?? [:])
      if let stack = places.stack?.frame {
        let rows = places.rows.mapValues(\.y)
        expected.meet(rows, stackAt: stack.y)
        frames += expected.places(beside: rows, stackAt: stack.y).map { unit, y in
          let size = session.size(of: unit)
          return AdFrame(
            unit: unit,
            frame: AdRect(
              x: stack.x + (stack.width - size.width) / 2, y: y, width: size.width,
              height: size.height))
        }
      }
      expect(expected.units)
      if !frames.isEmpty { handle(.place(frames.sorted { $0.unit < $1.unit })) }
    }
  }
#endif
