// SPDX-License-Identifier: MIT
import AdLoading
package import AdModel

extension LoadingThresholds {
  /// Names each of several sets: its preset, or the thresholds in which they differ.
  package static func labels(of sets: [LoadingThresholds]) -> [String] {
    let parts: [(name: String, value: (LoadingThresholds) -> String)] = [
      ("fetch", { $0.fetch.formatted }), ("display", { $0.display.formatted }),
      ("unload", { $0.unload.formatted }), ("throttle", { "\($0.throttle)" }),
      ("stability", { "\($0.stabilityDelay)" }), ("prediction", { "\($0.prediction)" }),
    ]
    var telling = parts.filter { part in Set(sets.map(part.value)).count > 1 }
    if telling.isEmpty { telling = Array(parts.prefix(1)) }
    return sets.map { set in
      if let preset = ThresholdPreset.allCases.first(where: { $0.applied(to: set) == set }) {
        return preset.rawValue
      }
      return telling.map { "\($0.name) \($0.value(set))" }.joined(separator: ", ")
    }
  }
}
