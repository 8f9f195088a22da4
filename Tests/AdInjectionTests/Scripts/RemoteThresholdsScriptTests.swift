// SPDX-License-Identifier: MIT
import AdInjection
import AdModel
import Testing

@Suite struct RemoteThresholdsScriptTests {
  @Test func `two numbers in range are thresholds`() throws {
    #expect(
      RemoteThresholdsScript.thresholds(from: #"{"fetch":150,"render":99.5}"#)
        == (try RemoteThresholds(fetch: 150, render: 99.5)))
    #expect(RemoteThresholdsScript.thresholds(from: #"{"render":1000,"fetch":1e3}"#) != nil)
  }

  @Test(arguments: [
    "", "null", "150", "[150,100]", #"{"fetch":150}"#, #"{"fetch":"150","render":100}"#,
    #"{"fetch":150,"render":null}"#, #"{"fetch":150,"render":true}"#,
    #"{"fetch":0,"render":0}"#, #"{"fetch":-1,"render":-2}"#, #"{"fetch":1000.1,"render":1}"#,
    #"{"fetch":100,"render":150}"#, #"{"fetch":1e400,"render":1}"#, #"{"fetch":NaN,"render":1}"#,
    #"{"fetch":150,"render":100,"unload":1}"#, #"{"fetch":150,"fetch":150,"render":100}"#,
    #"{"fetch":150,"render":100} "# + String(repeating: " ", count: 200),
    #"{"fetch":{"valueOf":150},"render":100}"#,
  ])
  func `anything else is none`(result: String) {
    #expect(RemoteThresholdsScript.thresholds(from: result) == nil)
  }
}
