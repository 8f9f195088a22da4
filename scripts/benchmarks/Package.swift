// SPDX-License-Identifier: MIT
// swift-tools-version: 6.2
import PackageDescription

// GRDB is only a comparison: where it cannot be fetched, the rest is measured without it.
let withGRDB = Context.environment["ADVIEW_BENCH_GRDB"] == "1"
let grdb = "https://github.com/groue/GRDB.swift.git"

// What is measured is mostly inside the library, which is a package by the name of its folder.
let checkout = Context.packageDirectory.split(separator: "/").dropLast(2).last ?? "adview"
let library = String(checkout.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })

let package = Package(
  name: "AdViewBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "AdView", path: "../..")]
    + (withGRDB ? [.package(url: grdb, exact: "7.10.0")] : []),
  targets: [
    .systemLibrary(name: "CSQLite3", pkgConfig: "sqlite3"),
    .executableTarget(
      name: "AdViewBenchmarks",
      dependencies: ["CSQLite3", .product(name: "AdView", package: "AdView")]
        + (withGRDB ? [.product(name: "GRDB", package: "GRDB.swift")] : []),
      packageAccess: false,
      swiftSettings: [.unsafeFlags(["-package-name", library])]
        + (withGRDB ? [.define("WITH_GRDB")] : [])),
  ]
)
