import * as z from "zod/mini"
import { NO_MESSENGER } from "./contact-details.ts"
import type { FieldError } from "./field-errors.ts"

/** The longest email address that mail servers accept (RFC 5321, 4.5.3.1.3). */
export const EMAIL_LENGTH = 254
export const NAME_LENGTH = 100

interface ErrorCodes {
  readonly required: FieldError
  readonly tooLong: FieldError
}

/** A required text of at most `length` characters, trimmed and normalized. */
export function text(length: number, codes: ErrorCodes) {
  return z
    .string(codes.required)
    .check(
      normalizeLineBreaks(),
      z.trim(),
      storable(),
      z.normalize("NFC"),
      z.minLength(1, codes.required),
      z.maxLength(length, codes.tooLong),
    )
}

export function singleLine(length: number, codes: ErrorCodes) {
  return z.string(codes.required).check(
    z.overwrite(toSingleLine),
    storable(),
    z.refine((input) => !/[\p{Cc}\p{Co}]/u.test(input), "invalid" satisfies FieldError),
    z.minLength(1, codes.required),
    z.maxLength(length, codes.tooLong),
  )
}

/** Scripts in which a zero-width joiner or non-joiner between two characters changes the spelling. */
const JOINING =
  "[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}" +
  "\\p{Script=Gujarati}\\p{Script=Gurmukhi}\\p{Script=Oriya}\\p{Script=Kannada}\\p{Script=Malayalam}" +
  "\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Sinhala}\\p{Script=Khmer}]"
const JOINER = `(?<=${JOINING})[\\u200C\\u200D](?=${JOINING})`
const INVISIBLE = new RegExp(`(?!${JOINER})[\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\u2800]`, "gu")

/** NFC, one blank for each run of white space, and no characters that only hide or reorder others. */
export function toSingleLine(input: string): string {
  return input.replace(INVISIBLE, "").replace(/\s+/gu, " ").trim().normalize("NFC")
}

/** A text that may be omitted; an empty one becomes undefined. */
export function optionalText(length: number, tooLong: FieldError) {
  return z.optional(
    z.pipe(
      z
        .string("invalid" satisfies FieldError)
        .check(normalizeLineBreaks(), z.trim(), storable(), z.normalize("NFC"), z.maxLength(length, tooLong)),
      z.transform((input) => input || undefined),
    ),
  )
}

/** A text that may be omitted (unchanged) or cleared (null or empty). */
export function nullableText(length: number, tooLong: FieldError) {
  return z.optional(
    z.pipe(
      z.nullable(
        z
          .string("invalid" satisfies FieldError)
          .check(normalizeLineBreaks(), z.trim(), storable(), z.normalize("NFC"), z.maxLength(length, tooLong)),
      ),
      z.transform((input) => input || null),
    ),
  )
}

/** An email address as typed, trimmed. The database compares it case-insensitively (D9). */
export function email(codes: ErrorCodes & { readonly invalid: FieldError }) {
  return text(EMAIL_LENGTH, codes).check(z.email(codes.invalid))
}

/** Plain HTML forms send CRLF line breaks. */
function normalizeLineBreaks() {
  return z.overwrite<string>((input) => input.replaceAll("\r\n", "\n"))
}

/** Refuses NUL, which PostgreSQL cannot store, and lone surrogates, which UTF-8 cannot encode (D9). */
export function storable() {
  return z.refine<string>((input) => input.isWellFormed() && !input.includes("\0"), "invalid" satisfies FieldError)
}

/** Not a messenger: minors would see the number or the account of others. */
export function meetingAddress() {
  return z.nullable(
    z
      .string("url.invalid")
      .check(
        z.maxLength(500, "url.invalid"),
        z.regex(/^https:\/\/\S+$/, "url.invalid"),
        z.url("url.invalid"),
        z.url({ hostname: NO_MESSENGER, error: "url.personal" satisfies FieldError }),
      ),
  )
}

/** As people type and read digits aloud: with blanks or a hyphen between them. */
export function sixDigits(code: FieldError) {
  return z.string(code).check(
    z.overwrite((input) => input.replace(/[\s-]/g, "")),
    z.regex(/^\d{6}$/, code),
  )
}
