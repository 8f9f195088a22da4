// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@Suite("Watching a device's settings")
struct DeviceConsentWatchTests {
  private static let now = `The consent gate`.time

  private static func device(_ text: String?) -> DeviceConsent {
    DeviceConsent(text.map { [DeviceKey("IABUSPrivacy_String", .string($0))] } ?? [])
  }

  /// Looks at times, in milliseconds, and lists what was told then and when to look again.
  private static func run(_ looks: [(Int64, String?)]) -> [String] {
    var watch = DeviceConsentWatch()
    return looks.map { time, text in
      let step = watch.look(at: device(text), time: time, now: now)
      let told = step.told.map { $0.map { $0.statement.strings.usPrivacy ?? "" }.joined() }
      return "\(told.map { "tells '\($0)'" } ?? "-") \(step.lookAt.map { "\($0)" } ?? "-")"
    }
  }

  @Test(
    arguments: [
      // What is found is told at once, also where it is nothing.
      ([(0, "1YNN")], ["tells '1YNN' -"]), ([(0, nil)], ["tells '' -"]),
      // A change is told when it has stood for half a second.
      (
        [(0, nil), (100, "1YNN"), (300, "1YNN"), (600, "1YNN"), (700, "1YNN")],
        ["tells '' -", "- 600", "- 600", "tells '1YNN' -", "- -"]
      ),
      // A rewrite that ends where it began tells nothing.
      (
        [(0, "1YNN"), (10, nil), (400, "1YNN"), (900, "1YNN")],
        ["tells '1YNN' -", "- 510", "- -", "- -"]
      ),
      // What vanished and stays away is told.
      ([(0, "1YNN"), (10, nil), (510, nil)], ["tells '1YNN' -", "- 510", "tells '' -"]),
      // Each change begins the half second anew.
      (
        [(0, nil), (0, "1YNN"), (400, "1YYN"), (500, "1YYN"), (900, "1YYN")],
        ["tells '' -", "- 500", "- 900", "- 900", "tells '1YYN' -"]
      ),
    ] as [([(Int64, String?)], [String])])
  func `tells what stands`(looks: [(Int64, String?)], steps: [String]) {
    #expect(Self.run(looks) == steps)
  }

  @Test func `tells after five seconds what goes on changing`() {
    let looks = (0...60).map { number -> (Int64, String?) in
      let text: String = number % 2 == 0 ? "1YNN" : "1YYN"
      return (Int64(number) * 100, number == 0 ? nil : text)
    }
    let told = Self.run(looks).enumerated().filter { $0.element.hasPrefix("tells") }.map(\.offset)
    #expect(told == [0, 51])
  }
}
