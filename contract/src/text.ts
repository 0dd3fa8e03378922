import * as z from "zod/mini"
import type { FieldError } from "./field-errors.ts"

/** The longest e-mail address that mail servers carry (RFC 5321, 4.5.3.1.3). */
export const EMAIL_LENGTH = 254
/** The longest name of a person, where §5 says nothing else (D9). */
export const NAME_LENGTH = 100

interface ErrorCodes {
  readonly required: FieldError
  readonly tooLong: FieldError
}

/** A line or lines that must not be blank, at most `length` characters, without spaces around them. */
export function text(length: number, words: ErrorCodes) {
  return z
    .string(words.required)
    .check(
      oneSignBreaks(),
      z.trim(),
      storable(),
      z.normalize("NFC"),
      z.minLength(1, words.required),
      z.maxLength(length, words.tooLong),
    )
}

/** A line or lines that may be left out or empty; empty counts as left out. */
export function optionalText(length: number, tooLong: FieldError) {
  return z.optional(
    z.pipe(
      z
        .string("invalid" satisfies FieldError)
        .check(oneSignBreaks(), z.trim(), storable(), z.normalize("NFC"), z.maxLength(length, tooLong)),
      z.transform((text) => text || undefined),
    ),
  )
}

/** A line or lines that may be left alone (not sent), or taken away (sent as null or empty). */
export function nullableText(length: number, tooLong: FieldError) {
  return z.optional(
    z.pipe(
      z.nullable(
        z
          .string("invalid" satisfies FieldError)
          .check(oneSignBreaks(), z.trim(), storable(), z.normalize("NFC"), z.maxLength(length, tooLong)),
      ),
      z.transform((text) => text || null),
    ),
  )
}

/** An e-mail address as typed, without the spaces around it. Compared without case by the database (D9). */
export function email(words: ErrorCodes & { readonly invalid: FieldError }) {
  return text(EMAIL_LENGTH, words).check(z.email(words.invalid))
}

/** A plain HTML form sends a line break as two signs; it is kept as one. */
function oneSignBreaks() {
  return z.overwrite<string>((text) => text.replaceAll("\r\n", "\n"))
}

/** PostgreSQL cannot keep NUL, and UTF-8 cannot carry half a surrogate pair: refused rather than changed (D9). */
function storable() {
  return z.refine<string>((text) => text.isWellFormed() && !text.includes("\0"), "invalid" satisfies FieldError)
}
