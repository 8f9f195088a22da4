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

/// What imports WebKit gets this package's module. It has another name, for where it is built lies beside the
/// library's own modules, which are not compiled for a system that has WebKit.
let withWebKit = settings + [.unsafeFlags(["-module-alias", "WebKit=WebKitGTK"])]

// The folder Sources/AdWebKitGTK is a link to the library's Sources/AdWebKit: the same files, with
// the module WebKitGTK of this package where Apple's would be. The target cannot be called AdWebKit,
// because the names of targets are unique in all packages that are built together.
let package = Package(
  name: "webview-host",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "AdView", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CWebKitGTK", pkgConfig: "webkit2gtk-4.1",
      providers: [.apt(["libwebkit2gtk-4.1-dev"])]),
    .target(name: "WebKitGTK", dependencies: ["CWebKitGTK"], swiftSettings: settings),
    .target(
      name: "AdWebKitGTK", dependencies: ["WebKitGTK", .product(name: "AdView", package: "AdView")],
      swiftSettings: withWebKit + [.strictMemorySafety()]),
    .executableTarget(
      name: "webview-host",
      dependencies: [
        "AdWebKitGTK", "WebKitGTK", "CWebKitGTK", .product(name: "AdView", package: "AdView"),
      ],
      swiftSettings: withWebKit),
  ]
)
