// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

/// What every target is compiled with: Swift 6 mode, every warning an error, and unsafe code
/// spelled out where it stands.
let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A library target and the targets it may know.
func room(_ name: String, knows: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: knows, swiftSettings: house)
}

/// The tests of one target, which may also see what that target is built from.
func tests(
  of name: String, with others: [Target.Dependency] = [], resources: [Resource] = [],
  besides files: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + others,
    exclude: files, resources: resources, swiftSettings: house)
}

let package = Package(
  name: "AdView",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(
      name: "AdView",
      targets: ["AdModel", "AdConsent", "AdLoading", "AdInjection", "AdLayout", "AdStore"]),
    .executable(name: "adview-admin", targets: ["adview-admin"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    room("SQLiteKit", knows: ["CSQLite"]),
    room("AdModel"),
    room("AdConsent", knows: ["AdModel"]),
    room("AdLoading", knows: ["AdModel"]),
    room("AdInjection", knows: ["AdModel", "AdConsent"]),
    room("AdLayout", knows: ["AdModel"]),
    room(
      "AdStore",
      knows: ["AdModel", "AdConsent", "AdLoading", "AdInjection", "AdLayout", "SQLiteKit"]),
    room(
      "AdminCLI",
      knows: [
        "AdModel", "AdConsent", "AdLoading", "AdInjection", "AdLayout", "AdStore", "SQLiteKit",
      ]),
    .executableTarget(
      name: "adview-admin", dependencies: ["AdminCLI"], swiftSettings: house,
      // One copied binary works anywhere, and starts faster than the sqlite3 shell.
      linkerSettings: [
        .unsafeFlags(
          ["-static-executable", "-Xlinker", "-s"],
          .when(platforms: [.linux], configuration: .release))
      ]),

    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: house),
    tests(of: "SQLiteKit"),
    tests(of: "AdModel"),
    tests(of: "AdConsent", with: ["AdModel"], resources: [.copy("Vectors")]),
    tests(of: "AdLoading", with: ["AdModel"]),
    tests(of: "AdInjection", with: ["AdModel", "AdConsent"]),
    tests(of: "AdLayout", with: ["AdModel"]),
    tests(
      of: "AdStore",
      with: ["AdModel", "AdConsent", "AdLoading", "AdInjection", "AdLayout", "SQLiteKit"]),
    tests(
      of: "AdminCLI",
      with: [
        "AdModel", "AdConsent", "AdLoading", "AdInjection", "AdLayout", "AdStore", "SQLiteKit",
      ], besides: ["Help/Pages"]),
    .testTarget(name: "HouseTests", swiftSettings: house),
  ]
)
