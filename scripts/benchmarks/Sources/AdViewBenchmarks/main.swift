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
let names = sections.map(\.name)
var wanted = CommandLine.arguments.dropFirst()
let isRecorded = wanted.first == "--record"
if isRecorded { wanted.removeFirst() }
func refuse(_ reason: String) -> Never {
  FileHandle.standardError.write(Data("error: \(reason)\n".utf8))
  exit(64)
}
if let unknown = wanted.first(where: { !names.contains($0) }) {
  refuse("no section '\(unknown)'; there are: \(names.joined(separator: ", "))")
}
if isRecorded, !wanted.isEmpty { refuse("what is recorded is one run of everything") }
do {
  let workplace = try Workplace(environment: ProcessInfo.processInfo.environment)
  var report = Report()
  for section in sections where wanted.isEmpty || wanted.contains(section.name) {
    // Each time from nothing, as the first.
    try report.measure(section.name, runs: 3) { report in
      try workplace.clear()
      try section.run(workplace, &report)
    }
  }
  report.summary()
  let isWorse = try Record(in: workplace.root)?.names(worse: report.figures) ?? false
  if isRecorded {
    try Record(report.figures, on: .now).write(in: workplace.root)
  } else if isWorse {
    exit(1)
  }
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(1)
}
