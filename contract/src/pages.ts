import type { CertificatePage } from "./certificates.ts"
import type { Course, CourseDetail } from "./courses.ts"
import type { DonationSettings } from "./donations.ts"
import type { FieldError } from "./field-errors.ts"
import type { HoursProofPage } from "./hours-proofs.ts"
import type { Language } from "./languages.ts"
import type { LessonPage } from "./lessons.ts"
import type { OpeningWeek } from "./opening-hours.ts"
import type { BlogPost, BlogPostSummary, TeamMember, Testimonial } from "./publishing.ts"
import type { RetentionPeriods } from "./retention.ts"
import type { OpenSlot } from "./slots.ts"
import type { SiteStatus } from "./status.ts"

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
  readonly googleSignIn?: "on" | "test" | "off"
  readonly testGoogle?: { readonly state: string }
  readonly joined?: string
  /** The day on the site's clock until which the application that was just sent gets an answer, as `YYYY-MM-DD`. */
  readonly answerOn?: string
  readonly payments?: DonationSettings
  readonly giftFigures?: GiftFigures
  readonly testPayment?: TestPaymentPage
  /** The open hours of the coming weeks, where some hour is open. */
  readonly openHours?: OpenHours
  readonly openingHours?: ShownOpeningHours
  readonly retention?: RetentionPeriods
  readonly courses?: readonly Course[]
  readonly course?: CourseDetail
  /** Members who opened `course` in the last seven days; not set where so few could be guessed. */
  readonly learnersThisWeek?: number
  readonly lesson?: LessonPage
  /** Verifies course files: the site's public key (P-256, uncompressed) in Base64url. */
  readonly courseFileKey?: string
  readonly certificate?: CertificatePage
  readonly hoursProof?: HoursProofPage
  readonly testimonials?: readonly Testimonial[]
  readonly team?: readonly TeamMember[]
  readonly posts?: readonly BlogPostSummary[]
  /** The id of the last of `posts`, when there are older ones. */
  readonly older?: string
  readonly post?: BlogPost
  readonly next?: readonly BlogPostSummary[]
  readonly status?: SiteStatus
}

export interface OpenHours {
  /** The day of the site's clock, as `YYYY-MM-DD`. */
  readonly today: string
  readonly slots: readonly OpenSlot[]
}

export interface ShownOpeningHours {
  /** Only where it is not that of spec §2. */
  readonly week?: OpeningWeek
  readonly closedDays: readonly string[]
}

export interface FormAnswer {
  readonly name: string
  readonly sent: boolean
  readonly values: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, FieldError>>
  readonly message?: string
}

/** Fills in the registration of who has joined. The user name is a suggestion of 3 to 20 characters. */
export function registrationValues(member: {
  readonly name: string
  readonly email: string
  readonly program?: string | undefined
}): Readonly<Record<string, string>> {
  const { name, email, program = "" } = member
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? (words.pop() ?? "") : ""
  const letters = name.normalize("NFD").replace(/[^a-z0-9\s]/gi, "")
  const suggestion = letters.trim().toLowerCase().replace(/\s+/g, ".").slice(0, 20).replace(/\.$/, "")
  const username = suggestion.length < 3 ? "" : suggestion
  const values = { firstName: words.join(" "), lastName, username, email: email.trim(), program }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value))
}

interface Applicant {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly role: string
}

/** Fills in the account of who has applied. `token` connects it with the application. Its user name has no dots (spec §5). */
export function signupValues(
  { firstName, lastName, email, role }: Applicant,
  token: string,
): Readonly<Record<string, string>> {
  const { username = "" } = registrationValues({ name: `${firstName} ${lastName}`, email })
  return { firstName, lastName, username: username.replaceAll(".", "-"), email, role, application: token }
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

export interface PageFile {
  readonly address: string
  readonly bytes: number
  /** As sent, compressed. */
  readonly sentBytes: number
  /** SHA-256 of the stored bytes, in Base64url. */
  readonly digest: string
  /** Which of the list's `headers` it has. */
  readonly headers: number
}

/** Pages with everything that they load, pages last: a device that was cut off has no page without its scripts. */
export interface PageFiles {
  readonly version: string
  readonly files: readonly PageFile[]
  /** What devices store with files: many have the same. */
  readonly headers: readonly Readonly<Record<string, string>>[]
  /** Of a course only: proves to a device without a connection that this site made the list. */
  readonly signed?: ListSignature
}

export interface ListSignature {
  /** The address of the course's page. */
  readonly page: string
  readonly title: string
  readonly titleLanguage: string
  readonly madeAt: string
  /** ECDSA with P-256 and SHA-256 over `signedText`, in Base64url, as IEEE P1363. */
  readonly signature: string
}

/** Headers that keep their meaning on a device; the others describe the way through the network. */
export const STORED_HEADERS = [
  "content-type",
  "content-security-policy",
  "permissions-policy",
  "cross-origin-opener-policy",
  "cross-origin-resource-policy",
  "referrer-policy",
  "x-content-type-options",
] as const
