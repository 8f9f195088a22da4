// SPDX-License-Identifier: MIT
import AdModel

extension JSONConformanceCase {
  /// The texts that a reader may accept or refuse (`i_`), with what ours does.
  static let open: [JSONConformanceCase] = [
    .init("number_double_huge_neg_exp", "[123.456e-789]"),
    .init(
      "number_huge_exp",
      "[0.4e0066999999999999999999999999999999999999999999999999999999999999999999999999999"
        + "999999999999999999999999999999999999999999999999999999999999999999999999999999999999"
        + "9999999999999999999969999999006]", refused: .numberOutOfRange),
    .init("number_neg_int_huge_exp", "[-1e+9999]", refused: .numberOutOfRange),
    .init("number_pos_double_huge_exp", "[1.5e+9999]", refused: .numberOutOfRange),
    .init("number_real_neg_overflow", "[-123123e100000]", refused: .numberOutOfRange),
    .init("number_real_pos_overflow", "[123123e100000]", refused: .numberOutOfRange),
    .init("number_real_underflow", "[123e-10000000]"),
    .init(
      "number_too_big_neg_int",
      "[-123123123123123123123123123123]", refused: .numberOutOfRange),
    .init("number_too_big_pos_int", "[100000000000000000000]", refused: .numberOutOfRange),
    .init(
      "number_very_big_negative_int",
      "[-237462374673276894279832749832423479823246327846]", refused: .numberOutOfRange),
    .init("object_key_lone_2nd_surrogate", #"{"\uDFAA":0}"#, refused: .loneSurrogate),
    .init("string_1st_surrogate_but_2nd_missing", #"["\uDADA"]"#, refused: .loneSurrogate),
    .init("string_1st_valid_surrogate_2nd_invalid", #"["\uD888\u1234"]"#, refused: .loneSurrogate),
    .init("string_UTF-16LE_with_BOM", hex: "fffe5b002200e90022005d00", refused: .unexpectedByte),
    .init("string_UTF-8_invalid_sequence", hex: "5b22e697a5d188fa225d", refused: .invalidUTF8),
    .init("string_UTF8_surrogate_U+D800", hex: "5b22eda080225d", refused: .invalidUTF8),
    .init(
      "string_incomplete_surrogate_and_escape_valid",
      #"["\uD800\n"]"#, refused: .loneSurrogate),
    .init("string_incomplete_surrogate_pair", #"["\uDd1ea"]"#, refused: .loneSurrogate),
    .init(
      "string_incomplete_surrogates_escape_valid",
      #"["\uD800\uD800\n"]"#, refused: .loneSurrogate),
    .init("string_invalid_lonely_surrogate", #"["\ud800"]"#, refused: .loneSurrogate),
    .init("string_invalid_surrogate", #"["\ud800abc"]"#, refused: .loneSurrogate),
    .init("string_invalid_utf-8", hex: "5b22ff225d", refused: .invalidUTF8),
    .init("string_inverted_surrogates_U+1D11E", #"["\uDd1e\uD834"]"#, refused: .loneSurrogate),
    .init("string_iso_latin_1", hex: "5b22e9225d", refused: .invalidUTF8),
    .init("string_lone_second_surrogate", #"["\uDFAA"]"#, refused: .loneSurrogate),
    .init("string_lone_utf8_continuation_byte", hex: "5b2281225d", refused: .invalidUTF8),
    .init("string_not_in_unicode_range", hex: "5b22f4bfbfbf225d", refused: .invalidUTF8),
    .init("string_overlong_sequence_2_bytes", hex: "5b22c0af225d", refused: .invalidUTF8),
    .init("string_overlong_sequence_6_bytes", hex: "5b22fc83bfbfbfbf225d", refused: .invalidUTF8),
    .init(
      "string_overlong_sequence_6_bytes_null",
      hex: "5b22fc8080808080225d", refused: .invalidUTF8),
    .init("string_truncated-utf-8", hex: "5b22e0ff225d", refused: .invalidUTF8),
    .init("string_utf16BE_no_BOM", hex: "005b002200e90022005d", refused: .unexpectedByte),
    .init("string_utf16LE_no_BOM", hex: "5b002200e90022005d00", refused: .unexpectedByte),
    .init("structure_UTF-8_BOM_empty_object", "\u{FEFF}{}", refused: .byteOrderMark),
  ]
}
