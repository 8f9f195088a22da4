// SPDX-License-Identifier: MIT
import Testing

@testable import AdUpdate

@Suite struct PathPatternTests {
  @Test(arguments: [
    ("targets/*.tgz", "targets/foo.tgz", true), ("targets/*.tgz", "targets/foo.txt", false),
    ("foo-?.tgz", "foo-2.tgz", true), ("foo-?.tgz", "foo-alpha.tgz", false),
    ("*.tgz", "targets/foo.tgz", false), ("foo.tgz", "foo.tgz", true),
    ("foo.tgz", "FOO.tgz", false), ("*", "", true), ("*", "a/b", false), ("*/*", "a/b", true),
    ("a*b*c", "aXbYbZc", true), ("a*b*c", "aXbYbZ", false), ("", "", true), ("", "a", false),
    ("?", "", false), ("**", "abc", true),
  ]) func `matches within one part of a path, in the same case`(
    _ pattern: String, _ path: String, _ isMatch: Bool
  ) {
    #expect(PathPattern(pattern).matches(path) == isMatch)
  }
}
