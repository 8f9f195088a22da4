// SPDX-License-Identifier: MIT
import Foundation

let sections: [(name: String, run: (Workplace, inout Report) throws -> Void)] = [
  ("startup", StartupBenchmark.run),
  ("inventory", InventoryBenchmark.run),
  ("history", HistoryBenchmark.run),
  ("rows", SmallRows.run),
  ("recorder", HandingOver.run),
  ("stalls", StallBenchmark.run),
  ("bundles", BundleBenchmark.run),
  ("loading", LoadingBenchmark.run),
  ("hosting", HostingBenchmark.run),
  ("placeholders", PlaceholderBenchmark.run),
  ("consent", ConsentBenchmark.run),
  ("masonry", MasonryBenchmark.run),
]
let wanted = CommandLine.arguments.dropFirst()
let names = sections.map(\.name)
if let unknown = wanted.first(where: { !names.contains($0) }) {
  FileHandle.standardError.write(
    Data("error: no section '\(unknown)'; there are: \(names.joined(separator: ", "))\n".utf8))
  exit(64)
}
do {
  let workplace = try Workplace(environment: ProcessInfo.processInfo.environment)
  var report = Report()
  for section in sections where wanted.isEmpty || wanted.contains(section.name) {
    try section.run(workplace, &report)
  }
  report.summary()
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(1)
}
