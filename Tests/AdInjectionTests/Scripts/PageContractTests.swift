// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdModel
import Testing

@Suite struct PageContractTests {
  private let contract = PageContract(
    bridgeHandler: "our'Bridge", placeholderHandler: "our\"Tracker", namespace: "</our>")

  @Test func `a publisher's own names replace the standard ones everywhere`() throws {
    var options = BundleBuilder.Options()
    options.contract = contract
    options.isDebug = true
    let bundle = try BundleBuilder(
      decision: .allowed(LoadPermit(record: ConsentRecordID(1), mode: .limited)),
      handOff: ConsentHandOff(),
      options: options
    ).bundle(for: InventoryUnit(id: try AdUnitID("a")), targeting: [])
    #expect(bundle.messageHandlers == ["our'Bridge"])
    let sources =
      bundle.scripts.map(\.source) + [
        RenderTriggerScript.source(contract: contract),
        RemoteThresholdsScript.source(contract: contract),
        ViewabilityScript.update(
          ViewabilityReport(visibleFraction: 1, dwell: 0, isViewable: false), contract: contract),
        PlaceholderTrackerScript.script(contract: contract).source,
      ]
    for source in sources {
      for standard in ["stepnetwork", "nativeBridge", "adPlaceholderTracker", "</our>"] {
        #expect(!source.contains(standard))
      }
    }
    #expect(bundle.scripts.contains { $0.source.contains(#"window["\u003c/our\u003e"]"#) })
    #expect(bundle.scripts.contains { $0.source.contains(#"handlers["our'Bridge"]"#) })
    #expect(sources.last?.contains(#"var name = "our\"Tracker";"#) == true)
  }

  @Test func `messages are read under the publisher's own names`() {
    var reader = BridgeReader(contract: contract)
    let line: JSONValue = ["type": "console", "message": "m"]
    #expect(reader.read(line, handler: "our'Bridge") != nil)
    #expect(reader.read(line, handler: "nativeBridge") == nil)
    #expect(reader.lastDrop == .unknownHandler)
  }
}
