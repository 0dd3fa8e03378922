import type { FieldError } from "./field-errors.ts"
import type { Language } from "./languages.ts"
import type { BlogPost, BlogPostSummary, TeamMember, Testimonial } from "./publishing.ts"

/** Whose pages these are (settings `SITE_NAME`, `SITE_URL`, `SITE_TIME_ZONE`). */
export interface Site {
  readonly name: string
  /** Without a slash at its end. */
  readonly url: string
  /** An IANA zone: the hours of the office are in it (D5). */
  readonly timeZone: string
}

/**
 * What the server hands to a page that cannot be the same file for everyone: a plain HTML form's answer (for readers
 * without script) and the records that stand in the page itself. `path` is without the language: `/about`.
 */
export interface PageRequest {
  readonly path: string
  readonly language: Language
  readonly form?: FormAnswer
  readonly testimonials?: readonly Testimonial[]
  readonly team?: readonly TeamMember[]
  readonly posts?: readonly BlogPostSummary[]
  /** The last of `posts`, when there are older ones. */
  readonly older?: string
  readonly post?: BlogPost
}

/** What became of a plain HTML post: `name` is the form's, `values` what was entered, `message` why it was refused. */
export interface FormAnswer {
  readonly name: string
  readonly sent: boolean
  readonly values: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, FieldError>>
  readonly message?: string
}
