import * as z from "zod/mini"
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
function storable() {
  return z.refine<string>((input) => input.isWellFormed() && !input.includes("\0"), "invalid" satisfies FieldError)
}
