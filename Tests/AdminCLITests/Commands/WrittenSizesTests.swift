// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdminCLI

/// Sizes as they are written elsewhere.
@Suite struct WrittenSizesTests {
  @Test(arguments: [
    ("300x250", "300x250"), ("300 x 250", "300x250"), ("300×250", "300x250"),
    ("300X250", "300x250"), ("300*250; 320 ✕ 50", "300x250 320x50"),
    ("300x250;320x50;Fluid", "300x250 320x50 fluid"),
    ("300\u{A0}x\u{202F}250|320x50", "300x250 320x50"), ("300x250 320x50", "300x250 320x50"),
    ("300x250,320x50\n300x250", "300x250 320x50"), ("“300x250”", "300x250"), ("1x1", "1x1"),
    ("[[300,250],[320,50]]", "300x250 320x50"), ("['300x250', 'fluid']", "300x250 fluid"),
    ("[300, 250]", "300x250"), ("", ""), ("[]", ""),
  ])
  func `sizes are read however they are written`(cell: String, sizes: String) throws {
    let written = try WrittenSizes(cell)
    #expect(written.sizes.map(\.description).joined(separator: " ") == sizes)
    #expect(written.leftOut.isEmpty)
    #expect(!written.areVideo)
  }

  @Test(arguments: [
    ("400x300v", "400x300", true, []), ("640x480v;320x480v", "640x480 320x480", true, []),
    ("640x480v;Fluid", "640x480 fluid", true, []),
    ("300x250;640x480v", "300x250", false, ["video sizes beside others"]),
    ("300x250v (180x150)", "300x250", true, ["companion sizes"]),
    ("Out-of-page", "", false, ["out-of-page"]), ("Smart banner", "", false, ["smart-banner"]),
    ("4:1, 300x250", "300x250", false, ["4:1"]),
    ("Interstitial|Native", "", false, ["interstitial", "native"]),
  ])
  func `what is no size of a banner is told`(
    cell: String, sizes: String, areVideo: Bool, leftOut: [String]
  ) throws {
    let written = try WrittenSizes(cell)
    #expect(written.sizes.map(\.description).joined(separator: " ") == sizes)
    #expect(written.areVideo == areVideo)
    #expect(written.leftOut == leftOut)
  }

  @Test(arguments: ["300,250", "300x", "big", "0x50", "20000x50", "[[300]]", "[300,\"x\"]"])
  func `what may be one size or two, or none, is a problem`(cell: String) {
    #expect(throws: InvalidValue.self) { try WrittenSizes(cell) }
  }
}
