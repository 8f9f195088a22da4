// SPDX-License-Identifier: MIT
// swift-tools-version: 6.2
import PackageDescription

/// As the library's own sources are compiled; see `../../Package.swift`.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// The folder Sources/AdWebKitGTK is a link to the library's Sources/AdWebKit: the same files, with
// the module WebKit of this package where Apple's would be. The target cannot be called AdWebKit,
// because the names of targets are unique in all packages that are built together.
let package = Package(
  name: "webview-host",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "AdView", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CWebKitGTK", pkgConfig: "webkit2gtk-4.1",
      providers: [.apt(["libwebkit2gtk-4.1-dev"])]),
    .target(name: "WebKit", dependencies: ["CWebKitGTK"], swiftSettings: settings),
    .target(
      name: "AdWebKitGTK", dependencies: ["WebKit", .product(name: "AdView", package: "AdView")],
      swiftSettings: settings + [.strictMemorySafety()]),
    .executableTarget(
      name: "webview-host",
      dependencies: [
        "AdWebKitGTK", "WebKit", "CWebKitGTK", .product(name: "AdView", package: "AdView"),
      ],
      swiftSettings: settings),
  ]
)
