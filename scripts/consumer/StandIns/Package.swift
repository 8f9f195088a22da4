// SPDX-License-Identifier: MIT
// swift-tools-version: 6.2
import PackageDescription

/// Modules that stand beside AdView in apps and servers, with the names that they give to types.
let modules = [
  "CryptoKit", "CSQLite", "Didomi", "FluentKit", "GoogleMobileAds", "OTPublishersHeadlessSDK",
  "PrebidMobile", "SQLiteKit", "SwiftUI", "UserMessagingPlatform",
]

let package = Package(
  name: "StandIns",
  products: [.library(name: "StandIns", targets: modules)],
  targets: modules.map { .target(name: $0) }
)
