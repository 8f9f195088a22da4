// SPDX-License-Identifier: MIT

extension Law {
  /// The version of the table, by which a decision tells what it was made with: raised with every row.
  package static let tableVersion = 1

  /// Every law that the table knows, amendments as rows of their own, oldest first.
  ///
  /// As of November 2026: 20 states of the United States in force and four to come, and the rest of
  /// the world as far as ads are concerned. Ids are Didomi's where it has one. Sources: the statutes
  /// and their regulators' pages; IAB Tech Lab, Global Privacy Platform, "Section Information", for
  /// the sections.
  package static let all: [Law] =
    europe + unitedStates + elsewhere + [
      // The states and territories of the United States without a law of their own.
      Law(
        "none", "No law",
        "US-AK US-AR US-AS US-AZ US-DC US-GA US-GU US-HI US-ID US-IL US-KS US-MA US-ME US-MI US-MO "
          + "US-MP US-MS US-NC US-ND US-NM US-NV US-NY US-OH US-PA US-PR US-SC US-SD US-UM US-VI "
          + "US-WA US-WI US-WV US-WY", since: dawn, .unregulated)
    ]

  /// The first day of the table, for laws that are older than ads in apps.
  private static let dawn = "1970-01-01"

  private static let europe: [Law] = [
    Law(
      "gdpr", "GDPR and ePrivacy (European Union, EEA and territories)",
      "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK IS LI NO "
        + "AX GF GP MQ MF RE YT AD MC SM VA", 2, since: "2018-05-25", .optIn),
    Law(
      "ukgdpr", "UK GDPR and PECR (United Kingdom)", "GB UK GI JE GG IM", 2, since: dawn, .optIn),
    Law(
      "nfadp", "Federal Act on Data Protection (Switzerland)", "CH", 2, since: "2023-09-01", .optIn),
  ]

  private static let unitedStates: [Law] = [
    // No law, but a state's law by the national approach.
    Law("usnat", "A state's law by the national approach", "US", 7, since: "2020-01-01", .optOut),
    Law("cpra", "CCPA (California)", "US-CA", 8, since: "2020-01-01", .optOut),
    Law("cpra", "CPRA (California)", "US-CA", 8, since: "2023-01-01", .optOut),
    Law(
      "vcdpa", "Consumer Data Protection Act (Virginia)", "US-VA", 9, since: "2023-01-01", .optOut),
    Law("cpa", "Privacy Act (Colorado)", "US-CO", 10, since: "2023-07-01", .optOut),
    Law("ctdpa", "Data Privacy Act (Connecticut)", "US-CT", 12, since: "2023-07-01", .optOut),
    Law(
      "ctdpa", "Data Privacy Act, SB 1295 (Connecticut)", "US-CT", 12, since: "2026-07-01", .optOut,
      bannedBelow: 18),
    Law("ucpa", "Consumer Privacy Act (Utah)", "US-UT", 11, since: "2023-12-31", .optOut),
    Law("fdbr", "Digital Bill of Rights (Florida)", "US-FL", 13, since: "2024-07-01", .optOut),
    Law(
      "tdpsa", "Data Privacy and Security Act (Texas)", "US-TX", 16, since: "2024-07-01", .optOut),
    Law("ocpa", "Consumer Privacy Act (Oregon)", "US-OR", 15, since: "2024-07-01", .optOut),
    Law(
      "ocpa", "Consumer Privacy Act, HB 2008 (Oregon)", "US-OR", 15, since: "2026-01-01", .optOut,
      bannedBelow: 16),
    Law(
      "mcdpa", "Consumer Data Privacy Act (Montana)", "US-MT", 14, since: "2024-10-01", .optOut),
    Law("icdpa", "Consumer Data Protection Act (Iowa)", "US-IA", 18, since: "2025-01-01", .optOut),
    Law(
      "dpdpa", "Personal Data Privacy Act (Delaware)", "US-DE", 17, since: "2025-01-01", .optOut),
    Law("ndpa", "Data Privacy Act (Nebraska)", "US-NE", 19, since: "2025-01-01", .optOut),
    Law("nhpa", "Privacy Act (New Hampshire)", "US-NH", 20, since: "2025-01-01", .optOut),
    Law("njdpa", "Data Privacy Act (New Jersey)", "US-NJ", 21, since: "2025-01-15", .optOut),
    Law(
      "tipa", "Information Protection Act (Tennessee)", "US-TN", 22, since: "2025-07-01", .optOut),
    Law(
      "mncdpa", "Consumer Data Privacy Act (Minnesota)", "US-MN", 23, since: "2025-07-31", .optOut),
    Law(
      "modpa", "Online Data Privacy Act (Maryland)", "US-MD", 24, since: "2025-10-01", .optOut,
      bannedBelow: 18),
    Law(
      "incdpa", "Consumer Data Protection Act (Indiana)", "US-IN", 25, since: "2026-01-01", .optOut),
    Law(
      "kcdpa", "Consumer Data Protection Act (Kentucky)", "US-KY", 26, since: "2026-01-01", .optOut),
    Law(
      "ridtppa", "Data Transparency and Privacy Protection Act (Rhode Island)", "US-RI", 27,
      since: "2026-01-01", .optOut),
    Law("okcdpa", "SB 546 (Oklahoma)", "US-OK", since: "2027-01-01", .optOut),
    Law("ladpa", "SB 386 (Louisiana)", "US-LA", since: "2027-01-01", .optOut),
    Law("apdpa", "HB 351 (Alabama)", "US-AL", since: "2027-05-01", .optOut),
    Law("vtdpa", "S.71 (Vermont)", "US-VT", since: "2028-01-01", .optOut),
  ]

  private static let elsewhere: [Law] = [
    Law("qc25", "Law 25 (Quebec)", "CA CA-QC", 5, since: "2023-09-22", .optIn),
    Law(
      "pipeda", "PIPEDA (Canada outside Quebec)",
      "CA-AB CA-BC CA-MB CA-NB CA-NL CA-NS CA-NT CA-NU CA-ON CA-PE CA-SK CA-YT", 5,
      since: "2001-01-01", .optOut),
    Law("lgpd", "LGPD (Brazil)", "BR", since: "2020-09-18", .optIn),
    Law(
      "lgpd", "LGPD and Lei 15.211 (Brazil)", "BR", since: "2026-03-17", .optIn, bannedBelow: 18),
    Law("pipl", "PIPL (China)", "CN", since: "2021-11-01", .optIn),
    Law("popia", "POPIA (South Africa)", "ZA", since: "2021-07-01", .optOut),
    Law("krpipa", "PIPA (Korea)", "KR", since: dawn, .optIn),
    Law("kvkk", "KVKK (Türkiye)", "TR", since: dawn, .optIn),
    Law("vnpdp", "Law 91/2025 (Vietnam)", "VN", since: "2026-01-01", .optIn),
    Law("indpdp", "DPDP Act (India)", "IN", since: "2027-05-13", .optIn, bannedBelow: 18),
    Law("aupa", "Privacy Act (Australia)", "AU", since: dawn, .optOut),
    Law("appi", "APPI (Japan)", "JP", since: dawn, .optOut),
    Law("sapdpl", "PDPL (Saudi Arabia)", "SA", since: dawn, .optIn),
    Law("aepdpl", "PDPL (United Arab Emirates)", "AE", since: dawn, .optIn),
    Law("sgpdpa", "PDPA (Singapore)", "SG", since: dawn, .optIn),
    Law("mypdpa", "PDPA (Malaysia)", "MY", since: dawn, .optIn),
    Law("thpdpa", "PDPA (Thailand)", "TH", since: dawn, .optIn),
    Law("idpdp", "PDP Law (Indonesia)", "ID", since: dawn, .optIn),
    Law("phdpa", "Data Privacy Act (Philippines)", "PH", since: dawn, .optIn),
  ]
}
