// SPDX-License-Identifier: MIT
import AdConsent
import AdHosting
import AdLoading
import AdModel
import Testing

@Suite struct GateDecisionLoadingTests {
  static let limited = LoadPermit(record: ConsentRecordID(3), mode: .limited)

  @Test(arguments: [
    (GateDecision.allowed(limited), LoadGate.open(limited)),
    (.blocked(.noRecord), .closed(.unanswered)), (.blocked(.withdrawn), .closed(.withdrawn)),
    (.blocked(.expired), .closed(.expired)), (.blocked(.partial), .closed(.changed)),
    (.blocked(.invalid), .closed(.changed)), (.blocked(.failed), .closed(.failed)),
  ])
  func `a decision opens or closes the loading engine's gate`(
    decision: GateDecision, gate: LoadGate
  ) {
    #expect(decision.loadGate == gate)
  }
}
