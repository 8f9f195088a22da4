// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

/// What every target is compiled with: Swift 6 mode, every warning an error, and unsafe code
/// spelled out where it stands.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// What the library tells Apple of the interfaces that it uses, in the target that every app links. Elsewhere
/// a resource would only bring Foundation in, by the code that finds it.
#if canImport(Darwin)
  let privacy: (resources: [Resource], excluded: [String]) = ([.copy("PrivacyInfo.xcprivacy")], [])
#else
  let privacy: (resources: [Resource], excluded: [String]) = ([], ["PrivacyInfo.xcprivacy"])
#endif

/// A library target and the targets that it may import.
func library(
  _ name: String, imports: [Target.Dependency] = [],
  with files: (resources: [Resource], excluded: [String]) = ([], [])
) -> Target {
  .target(
    name: name, dependencies: imports, exclude: files.excluded, resources: files.resources,
    swiftSettings: settings)
}

/// The tests of one target, which may also import what that target is built from.
func tests(
  of name: String, with others: [Target.Dependency] = [], resources: [Resource] = [],
  excluding files: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + others,
    exclude: files, resources: resources, swiftSettings: settings)
}

/// What `scripts/test --fuzz` builds: its program begins in libFuzzer and has no main of its own.
let fuzzing: [Target] =
  Context.environment["ADVIEW_FUZZ"] == nil
  ? []
  : [
    .executableTarget(
      name: "fuzzing",
      dependencies: [
        "AdModel", "AdConsent", "AdLoading", "AdInjection", "AdUpdate", "AdStore", "AdminCLI",
      ], path: "Tests/Fuzzing", exclude: ["Corpus"], swiftSettings: settings)
  ]

let package = Package(
  name: "AdView",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .library(name: "AdView", targets: ["AdView"]),
    .library(name: "AdWebKit", targets: ["AdWebKit"]),
    .library(name: "AdViewTesting", targets: ["AdViewTesting"]),
    .library(name: "AdReports", targets: ["AdReports"]),
    .executable(name: "adview-admin", targets: ["adview-admin"]),
  ],
  targets: [
    .systemLibrary(
      name: "CAdSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    library("AdSystem", with: privacy),
    library("AdSQLite", imports: ["CAdSQLite", "AdSystem"]),
    library("AdModel"),
    library("AdConsent", imports: ["AdModel"]),
    library("AdLoading", imports: ["AdModel"]),
    library("AdInjection", imports: ["AdModel", "AdConsent"]),
    library("AdLayout", imports: ["AdModel"]),
    library(
      "AdHosting", imports: ["AdModel", "AdConsent", "AdLoading", "AdInjection", "AdLayout"]),
    library("AdUpdate", imports: ["AdModel"]),
    library(
      "AdStore",
      imports: [
        "AdModel", "AdConsent", "AdLoading", "AdInjection", "AdUpdate", "AdSQLite", "AdSystem",
      ]),
    library(
      "AdReports",
      imports: ["AdModel", "AdConsent", "AdLoading", "AdInjection", "AdLayout", "AdHosting"]),
    library(
      "AdView",
      imports: [
        "AdModel", "AdConsent", "AdLoading", "AdInjection", "AdLayout", "AdHosting", "AdUpdate",
        "AdStore",
      ]),
    library("AdWebKit", imports: ["AdView"]),
    library("AdViewTesting", imports: ["AdView", "AdSystem"]),
    library(
      "AdminCLI",
      imports: [
        "AdModel", "AdConsent", "AdLoading", "AdInjection", "AdLayout", "AdHosting", "AdUpdate",
        "AdStore", "AdReports", "AdSQLite", "AdSystem",
      ]),
    .executableTarget(
      name: "adview-admin", dependencies: ["AdminCLI"],
      // scripts/release says from which commit it builds.
      cSettings: Context.environment["ADVIEW_COMMIT"].map {
        [.define("ADVIEW_COMMIT", to: "\"\($0)\"")]
      } ?? [],
      swiftSettings: settings,
      // One copied binary works anywhere, and starts faster than the sqlite3 shell. Where the static
      // libraries are missing, scripts/build asks for the other.
      linkerSettings: Context.environment["ADVIEW_LINK"] == "dynamic"
        ? []
        : [
          .unsafeFlags(
            ["-static-executable", "-Xlinker", "-s"],
            .when(platforms: [.linux], configuration: .release))
        ]),

    .target(
      name: "TestSupport", dependencies: ["AdModel", "AdConsent"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .target(
      name: "HostingSchedules",
      dependencies: [
        "AdModel", "AdConsent", "AdLoading", "AdInjection", "AdHosting", "TestSupport",
      ], path: "Tests/HostingSchedules", swiftSettings: settings),
    .target(
      name: "TestPublications", dependencies: ["AdModel", "AdUpdate"],
      path: "Tests/TestPublications", swiftSettings: settings),
    .executableTarget(
      name: "schedules", dependencies: ["HostingSchedules"], path: "Tests/Schedules",
      swiftSettings: settings),
    .executableTarget(
      name: "fleet-history",
      dependencies: [
        "AdModel", "AdConsent", "AdLoading", "AdInjection", "AdStore", "TestSupport",
      ], path: "Tests/FleetHistory", swiftSettings: settings),
    .executableTarget(
      name: "update-client", dependencies: ["AdModel", "AdUpdate", "AdSystem", "AdminCLI"],
      path: "Tests/UpdateClient", swiftSettings: settings),
    .executableTarget(
      name: "phone",
      dependencies: [
        "AdModel", "AdUpdate", "AdStore", "AdView", "AdminCLI", "TestSupport", "TestPublications",
      ], path: "Tests/Phone", swiftSettings: settings),
    // The disk in the hands of tests: it stands below SQLite, and so imports what only AdSQLite may.
    .target(
      name: "TroubledDisk", dependencies: ["CAdSQLite"], path: "Tests/TroubledDisk",
      swiftSettings: settings),
    tests(of: "AdSystem"),
    tests(of: "AdSQLite", with: ["AdSystem", "TroubledDisk"]),
    tests(of: "AdModel"),
    tests(of: "AdConsent", with: ["AdModel"], resources: [.copy("Vectors")]),
    tests(of: "AdLoading", with: ["AdModel", "HostingSchedules"]),
    tests(of: "AdInjection", with: ["AdModel", "AdConsent"]),
    tests(of: "AdLayout", with: ["AdModel"]),
    tests(of: "AdUpdate", with: ["AdModel", "TestPublications"]),
    tests(
      of: "AdHosting",
      with: [
        "AdModel", "AdConsent", "AdLoading", "AdInjection", "AdLayout", "HostingSchedules",
      ]),
    tests(
      of: "AdStore",
      with: [
        "AdModel", "AdConsent", "AdLoading", "AdInjection", "AdUpdate", "AdSQLite", "AdSystem",
        "TestPublications", "TroubledDisk",
      ]),
    tests(
      of: "AdReports",
      with: [
        "AdModel", "AdConsent", "AdLoading", "AdInjection", "AdLayout", "AdHosting",
        "HostingSchedules",
      ]),
    tests(of: "AdView", with: ["AdSQLite", "AdViewTesting", "TestPublications"]),
    tests(of: "AdViewTesting", with: ["AdView"]),
    tests(
      of: "AdminCLI",
      with: [
        "AdModel", "AdConsent", "AdLoading", "AdInjection", "AdLayout", "AdUpdate", "AdStore",
        "AdReports", "AdSQLite", "AdSystem", "TroubledDisk",
      ], excluding: ["Help/Pages"]),
    .testTarget(name: "ProjectTests", dependencies: ["AdminCLI"], swiftSettings: settings),
  ] + fuzzing
)
