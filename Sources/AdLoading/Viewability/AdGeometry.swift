// SPDX-License-Identifier: MIT
public import AdModel

/// What a person sees of an ad, in the form in which Open Measurement tells it.
///
/// It is a form only: no certificate of the IAB's is claimed, and what takes part in Open Measurement is
/// its SDK alone. Everything is in points from the viewport's top left corner.
///
/// Source: OMID API, `geometryChange`.
public struct AdGeometry: Hashable, Sendable {
  /// Why less than all of an ad is seen. Cases may be added: `switch` over it with a `default`.
  public enum Reason: String, CaseIterable, Hashable, Sendable {
    /// There is no viewport.
    case notFound
    /// Nothing of it could be seen where it is.
    case hidden
    /// The app is not in front.
    case backgrounded
    /// Something lies over it.
    case obstructed
    /// It reaches beyond the viewport or what it stands in.
    case clipped
  }

  /// The size of the viewport; nil where there is none.
  public let viewport: CreativeSize?
  /// How much of the ad is seen, from 0 to 1.
  public let visibleFraction: Double
  /// Where the ad is.
  public let frame: AdRect
  /// The part of it within the viewport; without area where there is none.
  public let onScreen: AdRect
  /// What lies over it and covers it.
  public let obstructions: [Obstruction]
  /// What lies over it and belongs to it, or is seen by nobody.
  public let friendlyObstructions: [Obstruction]
  /// Why less than all of it is seen.
  public let reasons: [Reason]

  /// Measures a creative.
  package init(
    of creative: AdRect, in viewport: AdRect?, parts: [AdRect]?, under all: [Obstruction],
    isInFront: Bool
  ) {
    let origin = viewport ?? AdRect(x: 0, y: 0, width: 0, height: 0)
    let frame = AdRect(
      x: creative.x - origin.x, y: creative.y - origin.y, width: creative.width,
      height: creative.height)
    let screen = viewport.map { AdRect(x: 0, y: 0, width: $0.width, height: $0.height) }
    let visible = screen.flatMap { frame.intersection($0) }
    let over = all.filter { $0.frame.overlaps(visible ?? frame) }
    let covering = over.filter { !$0.reason.isFriendly }
    let uncovered = ViewabilityRule.display.judge(
      creative: frame, viewport: screen, parts: parts
    ).fraction
    let seen = ViewabilityRule.display.judge(
      creative: frame, viewport: screen, parts: parts, obstructions: covering.map(\.frame)
    ).fraction
    self.viewport = viewport?.size
    self.frame = frame
    onScreen = visible ?? AdRect(x: frame.x, y: frame.y, width: 0, height: 0)
    visibleFraction = isInFront ? seen : 0
    obstructions = covering
    friendlyObstructions = over.filter(\.reason.isFriendly)
    var reasons: [Reason] = []
    if screen?.isEmpty ?? true { reasons.append(.notFound) }
    if parts?.allSatisfy(\.isEmpty) ?? false { reasons.append(.hidden) }
    if !isInFront { reasons.append(.backgrounded) }
    if seen < uncovered { reasons.append(.obstructed) }
    if uncovered < 1 { reasons.append(.clipped) }
    self.reasons = reasons
  }

  /// The object that Open Measurement's `geometryChange` has.
  public var json: JSONValue {
    let covered = obstructions.map { $0.frame.json() }
    let friendly = friendlyObstructions.map { obstruction in
      obstruction.frame.json(
        and: [
          ("obstructionPurpose", .string(obstruction.reason.purpose)),
          ("obstructionReason", .string(obstruction.reason.rawValue)),
        ])
    }
    let seen = visibleFraction * frame.size.area
    return [
      "viewport": [
        "width": .double(viewport?.width ?? 0), "height": .double(viewport?.height ?? 0),
      ],
      "adView": [
        "percentageInView": .integer(Int64((visibleFraction * 100).rounded())),
        "pixelsInView": .integer(Int64(seen.rounded())),
        "geometry": frame.json(
          and: [("pixels", .integer(Int64(frame.size.area.rounded())))]),
        "onScreenGeometry": onScreen.json(
          and: [
            ("pixels", .integer(Int64(seen.rounded()))), ("obstructions", .array(covered)),
            ("friendlyObstructions", .array(friendly)),
          ]),
        "measuringElement": false, "reasons": .array(reasons.map { .string($0.rawValue) }),
      ],
    ]
  }
}

extension Obstruction.Reason {
  /// What Open Measurement calls it.
  fileprivate var purpose: String {
    switch self {
    case .closeButton: "CLOSE_AD"
    case .mediaControls: "MEDIA_CONTROLS"
    case .invisible: "NOT_VISIBLE"
    case .bar, .keyboard, .sheet, .window, .overlay: "OTHER"
    }
  }
}
