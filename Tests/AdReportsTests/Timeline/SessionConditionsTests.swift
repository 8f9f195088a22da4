// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import Testing

@testable import AdReports

@Suite struct SessionConditionsTests {
  @Test func `distances, gate and app cover the session as the track tells them`() throws {
    let conditions = SessionConditions(try LoadTimelineTests.track(), until: 10_000)
    #expect(conditions.distances.map(\.value.thresholds.fetch) == [800, 1_200])
    #expect(conditions.distances.map(\.start) == [0, 5_000])
    #expect(conditions.gate.map(\.value.isOpen) == [true, false, true])
    #expect(conditions.gate.map(\.end) == [6_000, 7_000, 10_000])
    #expect(conditions.app.map(\.value) == [.foreground, .background, .foreground])
    #expect(conditions.app.map(\.start) == [0, 4_000, 4_500])
    #expect(conditions.hasConsentEvents && conditions.hasAppEvents)
  }

  @Test func `what is told again changes nothing, and what is replaced at once never held`() throws
  {
    var writer = TrackWriter()
    writer.begin(under: LoadingTerms(gate: .open(LoadTimelineTests.permit)))
    writer.append(.viewport(nil), at: 0)
    writer.append(.gate(.closed(.expired)), at: 100)
    writer.append(.gate(.open(LoadTimelineTests.permit)), at: 100)
    writer.append(.thresholds(.standard), at: 200)
    let conditions = SessionConditions(try SessionTrack(writer.takeBytes()), until: 300)
    #expect(
      conditions.gate == [Held(.open(LoadTimelineTests.permit), from: 0, to: 300)])
    #expect(conditions.distances.count == 1)
    #expect(!conditions.hasConsentEvents && !conditions.hasAppEvents)
  }
}
