// SPDX-License-Identifier: MIT

/// Whether as many stores are in each arm as its share says: Pearson's chi-squared test. Where they are
/// not, something keeps stores out of an arm or their sessions from being told, and no difference
/// between the arms means anything.
package struct ShareCheck: Hashable, Sendable {
  /// From how small a probability on the shares are said not to fit.
  ///
  /// Source: Fabijan et al., Diagnosing Sample Ratio Mismatch, KDD 2019, take 0.0005 to 0.01.
  package static let least = 0.001
  /// So many stores must be expected in each arm before the shares are judged, the usual rule for the
  /// test.
  package static let leastExpected = 5.0

  /// How many stores are in each arm.
  package let stores: [Int]
  /// How many would be by the shares.
  package let expected: [Double]
  /// How far both are apart, and how often chance brings it so far; nil where there are too few stores.
  package let result: (chiSquared: Double, probability: Double)?

  /// Whether the arms can be compared.
  package var fits: Bool { result.map { $0.probability >= Self.least } ?? true }

  /// Compares stores with shares.
  /// - Parameters:
  ///   - stores: How many stores each arm has.
  ///   - shares: The shares of the arms, in any unit.
  package init(stores: [Int], shares: [Int]) {
    let (all, whole) = (Double(stores.reduce(0, +)), Double(shares.reduce(0, +)))
    self.stores = stores
    expected = shares.map { whole > 0 ? all * Double($0) / whole : 0 }
    guard stores.count > 1, expected.allSatisfy({ $0 >= Self.leastExpected }) else {
      result = nil
      return
    }
    let sum = zip(stores, expected).reduce(0.0) { sum, arm in
      sum + (Double(arm.0) - arm.1) * (Double(arm.0) - arm.1) / arm.1
    }
    result = (sum, Self.probability(atLeast: sum, degrees: stores.count - 1))
  }

  /// How often chi-squared is so great or greater.
  /// - Parameter degrees: The degrees of freedom, 1 or more.
  static func probability(atLeast value: Double, degrees: Int) -> Double {
    let half = value / 2
    // The closed forms of whole degrees, which differ where these are odd.
    let isOdd = degrees % 2 == 1
    var sum = isOdd ? RealFunctions.erfc(half.squareRoot()) : 0
    var term = RealFunctions.exp(-half)
    if isOdd { term *= half.squareRoot() * 1.1283791670955126 }
    for number in 0..<(degrees / 2) {
      sum += term
      term *= half / (Double(number) + (isOdd ? 1.5 : 1))
    }
    return min(sum, 1)
  }

  /// The chi-squared up to which the shares fit.
  package static func greatest(degrees: Int) -> Double {
    var (low, high) = (0.0, 1_000.0 + 10 * Double(degrees))
    for _ in 0..<200 {
      let middle = (low + high) / 2
      if probability(atLeast: middle, degrees: degrees) >= least {
        low = middle
      } else {
        high = middle
      }
    }
    return low
  }

  package static func == (one: ShareCheck, other: ShareCheck) -> Bool {
    one.stores == other.stores && one.expected == other.expected
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(stores) }
}
