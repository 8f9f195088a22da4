// SPDX-License-Identifier: MIT
import AdStore
import Foundation

/// `unit list` as a whole process, beside the sqlite3 shell that answers the same question.
enum StartupBenchmark {
  static func run(_ workplace: Workplace, _ report: inout Report) throws {
    report.section("Start-up: the command line as a whole process")
    guard (try? Spawned(program: "sqlite3", arguments: ["-version"]).run()) != nil else {
      report.note("skipped: there is no sqlite3 shell on PATH")
      return
    }
    for (units, written, rounds, goal) in [(20, "20", 101, 0.9), (10_000, "10,000", 11, 0.7)] {
      let path = workplace.path("list-\(units).sqlite")
      let database = try SampleUnits.database(path, try SampleUnits.entries(units))
      try database.close()
      let ours = Spawned(
        program: workplace.admin.path(),
        arguments: ["--db", path, "--format", "csv", "unit", "list"])
      let shell = Spawned(
        program: "sqlite3", arguments: ["-readonly", "-csv", "-header", path, query])
      let medians = try Stopwatch.medians(
        rounds: rounds, [{ try ours.run() }, { try shell.run() }])
      report.compare(
        "unit list, \(units) units", ours: medians[0], "sqlite3 shell, same columns", medians[1],
        goal: .init(atMost: goal), told: "`unit list` of \(written) units, as a process")
    }
  }

  private static let query = """
    SELECT i.id, p.name AS page, u.position, u.status, u.initial_width, u.initial_height,
      u.minimum_width, u.maximum_width, u.minimum_height, u.maximum_height,
      (SELECT group_concat(CASE s.width WHEN 0 THEN 'fluid' ELSE s.width || 'x' || s.height END, ' ')
        FROM (SELECT * FROM unit_sizes WHERE unit = u.unit ORDER BY ordinal) AS s) AS sizes,
      u.ad_manager_path, u.label_shown, u.label_text, u.label_font_size, u.label_font_weight,
      u.notes,
      (SELECT group_concat(t.key || '=' || t.vals, ' ') FROM (
        SELECT key, group_concat(value, ',') AS vals FROM (
          SELECT * FROM unit_targeting WHERE unit = u.unit ORDER BY position, ordinal)
        GROUP BY position) AS t) AS targeting
    FROM unit_ids AS i JOIN units AS u ON u.unit = i.unit LEFT JOIN pages AS p ON p.page = u.page
    WHERE NOT u.archived ORDER BY i.id
    """
}
