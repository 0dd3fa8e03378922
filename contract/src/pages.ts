import type { DonationSettings } from "./donations.ts"
import type { FieldError } from "./field-errors.ts"
import type { Language } from "./languages.ts"
import type { BlogPost, BlogPostSummary, TeamMember, Testimonial } from "./publishing.ts"

export interface Site {
  readonly name: string
  /** Without a trailing slash. */
  readonly url: string
  readonly timeZone: string
}

/** The props of a page that the server renders per request. `path` has no language prefix. */
export interface PageRequest {
  readonly path: string
  readonly language: Language
  readonly form?: FormAnswer
  readonly payments?: DonationSettings
  readonly giftFigures?: GiftFigures
  readonly testPayment?: TestPaymentPage
  readonly testimonials?: readonly Testimonial[]
  readonly team?: readonly TeamMember[]
  readonly posts?: readonly BlogPostSummary[]
  /** The id of the last of `posts`, when there are older ones. */
  readonly older?: string
  readonly post?: BlogPost
  /** The articles to read after `post`. */
  readonly next?: readonly BlogPostSummary[]
}

export interface FormAnswer {
  readonly name: string
  readonly sent: boolean
  readonly values: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, FieldError>>
  readonly message?: string
}

/** Completed sessions and lessons until the end of the day `through` (`YYYY-MM-DD`), and who joined in its month. */
export interface GiftFigures {
  readonly sessions: number
  readonly lessons: number
  readonly members: number
  readonly through: string
}

export interface TestPaymentPage {
  readonly id: string
  /** Null where another card is saved and nothing is paid. */
  readonly cents: number | null
  readonly outcome: string
}
