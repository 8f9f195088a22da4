// SPDX-License-Identifier: MIT

/// The functions that distributions are made of, the same on every machine to the last digits.
enum RealFunctions {
  private static let logarithmOf2 = 0.6931471805599453
  private static let rootOfPi = 1.772453850905516

  /// The natural logarithm; not a number below 0.
  static func log(_ value: Double) -> Double {
    guard value > 0, value.isFinite else {
      return value == 0 ? -.infinity : value < 0 ? .nan : value
    }
    var (scale, exponent) = (value.significand, Double(value.exponent))
    if scale > 1.4142135623730951 {
      scale /= 2
      exponent += 1
    }
    // The series of the area tangent, of which twelve terms are all that a Double holds here.
    let ratio = (scale - 1) / (scale + 1)
    var (power, sum) = (ratio, 0.0)
    for term in stride(from: 1.0, through: 25, by: 2) {
      sum += power / term
      power *= ratio * ratio
    }
    return exponent * logarithmOf2 + 2 * sum
  }

  /// The power of e.
  static func exp(_ value: Double) -> Double {
    guard value > -745 else { return value.isNaN ? value : 0 }
    guard value < 709 else { return .infinity }
    let halvings = (value / logarithmOf2).rounded()
    // The rest of ln 2 behind its Double, so that large powers keep their digits.
    let rest = (value - halvings * logarithmOf2) - halvings * 2.3190468138462996e-17
    var (term, sum) = (1.0, 1.0)
    for number in stride(from: 1.0, through: 18, by: 1) {
      term *= rest / number
      sum += term
    }
    return sum * Double(sign: .plus, exponent: Int(halvings), significand: 1)
  }

  /// The complementary error function.
  /// - Parameter value: 0 or more.
  static func erfc(_ value: Double) -> Double {
    let square = value * value
    guard value < 2 else {
      var fraction = 0.0
      for number in stride(from: 100.0, through: 1, by: -1) {
        fraction = number / 2 / (value + fraction)
      }
      return exp(-square) / rootOfPi / (value + fraction)
    }
    var (term, sum) = (value, value)
    for number in stride(from: 3.0, through: 121, by: 2) {
      term *= 2 * square / number
      sum += term
    }
    return 1 - 2 / rootOfPi * exp(-square) * sum
  }
}
