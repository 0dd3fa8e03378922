import type { FieldError } from "./field-errors.ts"
import type { Language } from "./languages.ts"
import type { BlogPost, BlogPostSummary, TeamMember, Testimonial } from "./publishing.ts"

/** The settings `SITE_NAME`, `SITE_URL` and `SITE_TIME_ZONE`. */
export interface Site {
  readonly name: string
  /** Without a trailing slash. */
  readonly url: string
  /** An IANA time zone, used for opening hours and appointments (D5). */
  readonly timeZone: string
}

/**
 * The props of a page that the server renders per request: the result of a plain HTML form (for browsers without
 * script) and the records in the page. `path` has no language prefix: `/about`.
 */
export interface PageRequest {
  readonly path: string
  readonly language: Language
  readonly form?: FormAnswer
  readonly testimonials?: readonly Testimonial[]
  readonly team?: readonly TeamMember[]
  readonly posts?: readonly BlogPostSummary[]
  /** The id of the last of `posts`, when there are older ones. */
  readonly older?: string
  readonly post?: BlogPost
}

/** The result of a plain HTML form: its `name`, the entered `values`, and the `message` of a refusal. */
export interface FormAnswer {
  readonly name: string
  readonly sent: boolean
  readonly values: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, FieldError>>
  readonly message?: string
}
