// SPDX-License-Identifier: MIT
import AdModel
import Testing

@Suite struct SizeConstraintsTests {
  static let initial = CreativeSize(width: 320, height: 320)

  @Test(arguments: [
    (100.0, 200.0 as Double?, 400.0 as Double?, 200.0),
    (300, 200, 400, 300),
    (500, 200, 400, 400),
    (100, 200, nil, 200),
    (500, nil, 400, 400),
    (500, nil, nil, 500),
    (200, 200, 400, 200),
    (320, 320, 320, 320),
  ])
  func `a reported side is brought within the limits that are set`(
    reported: Double, minimum: Double?, maximum: Double?, expected: Double
  ) throws {
    let wide = try SizeConstraints(
      initial: Self.initial, minimumWidth: minimum, maximumWidth: maximum)
    #expect(
      wide.clamp(CreativeSize(width: reported, height: 7))
        == CreativeSize(width: expected, height: 7))
    let high = try SizeConstraints(
      initial: Self.initial, minimumHeight: minimum, maximumHeight: maximum)
    #expect(
      high.clamp(CreativeSize(width: 7, height: reported))
        == CreativeSize(width: 7, height: expected))
  }

  @Test(arguments: [
    (
      320.0, 400.0 as Double?, 200.0 as Double?,
      "minimum width: is 400, above the maximum width of 200"
    ),
    (320, 321, nil, "initial width: is 320, below the minimum width of 321"),
    (320, nil, 319.5, "initial width: is 320, above the maximum width of 319.5"),
    (0, nil, nil, "initial width: is 0; it must be above 0 and at most 10000 points"),
    (.infinity, nil, nil, "initial width: is inf; it must be above 0 and at most 10000 points"),
    (.nan, nil, nil, "initial width: is nan; it must be above 0 and at most 10000 points"),
    (320, -1, nil, "minimum width: is -1; it must be above 0 and at most 10000 points"),
    (320, nil, 10_001, "maximum width: is 10001; it must be above 0 and at most 10000 points"),
  ])
  func `refuses limits that cannot hold`(
    initial: Double, minimum: Double?, maximum: Double?, message: String
  ) {
    let error = #expect(throws: InvalidValue.self) {
      try SizeConstraints(
        initial: CreativeSize(width: initial, height: 320), minimumWidth: minimum,
        maximumWidth: maximum)
    }
    #expect(error?.description == message)
  }
}
