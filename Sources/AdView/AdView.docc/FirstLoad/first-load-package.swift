// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "FirstLoad",
  platforms: [.macOS(.v13)],
  dependencies: [.package(url: "https://your.host/adview.git", from: "0.1.0")],
  targets: [
    .executableTarget(
      name: "FirstLoad",
      dependencies: [
        .product(name: "AdView", package: "adview"),
        .product(name: "AdViewTesting", package: "adview"),
      ])
  ]
)
