// SPDX-License-Identifier: MIT
import AdModel
import AdminCLI
import Testing

/// `import inventory` of JSON that others write: objects of Ad Manager's API, and ad units of page code.
@Suite struct AdManagerObjectsTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace(database: false)
    workspace.run("init")
  }

  private func importing(_ text: String, _ options: String = "") throws -> RecordingHost.Outcome {
    try workspace.write(Array(text.utf8), to: "units.json")
    return workspace.run("import inventory DIR/units.json \(options)")
  }

  private func units(_ keys: String) -> [String] {
    workspace.run("unit list --status all --columns \(keys) --format csv").output
      .split(separator: "\r\n").dropFirst().map(String.init)
  }

  /// As the reference of version 1 documents it; the first is the root.
  private static let list = """
    {"adUnits": [
      {"name": "networks/1234/adUnits/1", "displayName": "root", "adUnitCode": "ca-pub-1"},
      {"name": "networks/1234/adUnits/77", "parentAdUnit": "networks/1234/adUnits/2",
       "parentPath": [
         {"parentAdUnit": "networks/1234/adUnits/1", "displayName": "root", "adUnitCode": "ca-pub-1"},
         {"adUnitCode": "news"}],
       "displayName": "Top", "adUnitCode": "top", "status": "ACTIVE", "description": "The first",
       "adUnitSizes": [
         {"size": {"width": 400, "height": 300, "sizeType": "PIXEL"},
          "environmentType": "VIDEO_PLAYER", "companions": []}],
       "explicitlyTargeted": false, "refreshDelay": "60s"},
      {"name": "networks/1234/adUnits/78", "parentAdUnit": "networks/1234/adUnits/1",
       "parentPath": [{"displayName": "root", "adUnitCode": "ca-pub-1"}], "adUnitCode": "top",
       "status": "INACTIVE", "explicitlyTargeted": true,
       "adUnitSizes": [
         {"size": {"width": 300, "height": 250, "sizeType": "PIXEL"}, "environmentType": "BROWSER"},
         {"size": {"width": 1, "height": 1, "sizeType": "FLUID"}, "environmentType": "BROWSER"},
         {"size": {"width": 4, "height": 1, "sizeType": "ASPECT_RATIO"}}]}],
     "nextPageToken": ""}
    """

  @Test func `the list of the API says network, places, sizes and status`() throws {
    let taken = try importing(Self.list)
    #expect(taken.exit == .done, "\(taken)")
    #expect(
      units("adUnitId,adManagerPath,declaredSizes,media,status,notes") == [
        "news/top,/1234/news/top,400x300,video,active,The first",
        "top,/1234/top,300x250 fluid,display,paused,",
      ])
    #expect(
      taken.errors.contains(
        "left out: explicitlyTargeted 1×, refreshDelay 1×, sizes that are none 1×"), "\(taken)")
    #expect(try importing(Self.list).output == "nothing to change\n")
  }

  @Test func `objects of the older API need the network`() throws {
    let dump = """
      [{"id": "7", "parentId": "1", "parentPath": [{"id": "1", "name": "root", "adUnitCode": "ca-pub-1"}],
        "adUnitCode": "top", "isFluid": true, "status": "ARCHIVED",
        "adUnitSizes": [{"size": {"width": 300, "height": 250, "isAspectRatio": false},
          "environmentType": "BROWSER", "fullDisplayString": "300x250"}]}]
      """
    #expect(try importing(dump, "--network 99").exit == .done)
    #expect(
      units("adUnitId,adManagerPath,declaredSizes,status") == ["top,/99/top,300x250 fluid,archived"]
    )
  }

  @Test(arguments: [
    (
      #"{"adUnits": [{"parentPath": [{"adUnitCode": "r"}], "adUnitCode": 5}]}"#,
      "adUnits[0].adUnitCode"
    ),
    (
      #"{"adUnits": [{"parentPath": [{"adUnitCode": "r"}], "adUnitCode": "a", "status": "GONE"}]}"#,
      "adUnits[0].status: "
    ),
    (#"{"adUnits": [{"parentPath": [{"adUnitCode": "r"}], "adUnitCode": "a b"}]}"#, "adUnits[0]: "),
  ])
  func `an object that cannot be a unit is told with its place`(text: String, problem: String)
    throws
  {
    let refused = try importing(text, "--network 7")
    #expect(refused.exit == .badData)
    #expect(refused.errors.contains(problem), "\(refused)")
  }

  @Test func `ad units of Prebid.js are called like their codes, and twins are one`() throws {
    let units = """
      [{"code": "div-1", "mediaTypes": {"banner": {"sizes": [[300, 250]]}},
        "ortb2Imp": {"ext": {"gpid": "/1234/home/top#1"}}, "bids": []},
       {"code": "div-1", "mediaTypes": {"banner": {"sizes": [320, 50]}}, "bids": []},
       {"code": "/1234/home/clip", "mediaTypes": {"video": {"playerSize": [[640, 480]]}}},
       {"code": "div-3", "sizes": [[728, 90]], "bids": []}]
      """
    let taken = try importing(units)
    #expect(taken.exit == .done, "\(taken)")
    #expect(
      self.units("adUnitId,adManagerPath,declaredSizes,media") == [
        "clip,/1234/home/clip,640x480,video", "div-1,/1234/home/top,300x250 320x50,display",
        "div-3,,728x90,display",
      ])
    #expect(try importing(units).output == "nothing to change\n")
  }

  @Test func `slots of Amazon's tag are called like their ids`() throws {
    let slots =
      #"{"slots": [{"slotID": "div-1", "slotName": "/1234/home/top", "sizes": [[300, 250]]}]}"#
    #expect(try importing(slots).exit == .done)
    #expect(units("adUnitId,adManagerPath,declaredSizes") == ["div-1,/1234/home/top,300x250"])
  }
}
