// SPDX-License-Identifier: MIT
// swift-tools-version: 6.2
import PackageDescription

// By its path, or by an address and a tag, as apps do: see `check`.
let address = Context.environment["ADVIEW_URL"]

let package = Package(
  name: "Consumer",
  platforms: [.macOS(.v13)],
  dependencies: [
    address.map { .package(url: $0, exact: "0.1.0") } ?? .package(name: "AdView", path: "../.."),
    .package(path: "StandIns"),
  ],
  targets: [
    .target(
      name: "Consumer",
      dependencies: [
        .product(name: "AdView", package: "AdView"),
        .product(name: "AdViewTesting", package: "AdView"),
        .product(name: "AdReports", package: "AdView"),
        .product(name: "StandIns", package: "StandIns"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "FirstLoad",
      dependencies: [
        .product(name: "AdView", package: "AdView"),
        .product(name: "AdViewTesting", package: "AdView"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
  ]
)
