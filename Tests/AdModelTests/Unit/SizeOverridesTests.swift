// SPDX-License-Identifier: MIT
import AdModel
import Testing

@Suite struct SizeOverridesTests {
  private static func stored() throws -> SizeConstraints {
    try SizeConstraints(
      initial: CreativeSize(width: 600, height: 250), maximumWidth: 800, minimumHeight: 50,
      maximumHeight: 400)
  }

  @Test func `what an app does not name stays as the inventory has it`() throws {
    let stored = try Self.stored()
    #expect(try SizeOverrides().applied(to: stored) == stored)
    let higher = try SizeOverrides(initialHeight: 100).applied(to: stored)
    #expect(higher.initial == CreativeSize(width: 600, height: 100))
    #expect(higher.clamp(CreativeSize(width: 900, height: 900)).height == 400)
  }

  @Test func `one limit alone moves the size within it`() throws {
    let limits = try SizeOverrides(maximumWidth: 300)
    #expect(
      limits.applied(to: .standard).initial == CreativeSize(width: 300, height: 320))
    #expect(try limits.applied(to: Self.stored()).initial.width == 300)
    let wide = try SizeOverrides(minimumWidth: 400).applied(to: .standard)
    #expect(wide.initial == CreativeSize(width: 400, height: 320))
  }

  @Test func `a limit of the app wins over the inventory's opposite one`() throws {
    let low = try SizeOverrides(maximumHeight: 20).applied(to: Self.stored())
    #expect(low.minimumHeight == 20 && low.maximumHeight == 20 && low.initial.height == 20)
    let wide = try SizeOverrides(minimumWidth: 900).applied(to: Self.stored())
    #expect(wide.maximumWidth == 900 && wide.initial.width == 900)
  }

  @Test func `sizes that contradict each other are refused`() {
    #expect(throws: InvalidValue.self) {
      try SizeOverrides(minimumWidth: 400, maximumWidth: 300)
    }
    #expect(throws: InvalidValue.self) {
      try SizeOverrides(initialWidth: 320, maximumWidth: 300)
    }
    #expect(throws: InvalidValue.self) { try SizeOverrides(maximumHeight: 0) }
  }

  @Test func `a label keeps what an app does not name`() throws {
    let stored = try AdLabel(isShown: false, text: "Sponsored", fontSize: 14, fontWeight: .light)
    let shown = try LabelOverrides(isShown: true).applied(to: stored)
    #expect(shown.isShown && shown.text == "Sponsored")
    #expect(shown.fontSize == 14 && shown.fontWeight == .light)
    #expect(try LabelOverrides(text: "Ad").applied(to: stored).text == "Ad")
    #expect(throws: InvalidValue.self) { try LabelOverrides(text: "") }
    #expect(throws: InvalidValue.self) { try LabelOverrides(fontSize: 101) }
  }
}
