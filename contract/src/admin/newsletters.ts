import * as z from "zod/mini"
import { Deleted } from "#deletions.ts"
import { MembershipId, NewsletterId } from "#ids.ts"
import { LANGUAGES } from "#languages.ts"
import { listQuery, openEnum, page } from "#lists.ts"
import { NEWSLETTER_TOPICS, NewsletterTopic } from "#newsletters.ts"
import { PROGRAMS, Program } from "#outreach.ts"
import { route } from "#route.ts"
import { optionalText, singleLine, text, toSingleLine } from "#text.ts"
import { Instant } from "#time.ts"
import { MembershipRecord } from "./outreach.ts"

export const NEWSLETTER_STATES = ["draft", "scheduled", "sending", "stopped", "sent"] as const
export type NewsletterState = (typeof NEWSLETTER_STATES)[number]

export const NEWSLETTER_SUBJECT_LENGTH = 150
export const NEWSLETTER_LENGTH = 10_000
/** Bytes of one email as it is sent: more costs readers on slow lines too much. */
export const NEWSLETTER_BYTES = 40_000
export const DAYS_AHEAD = 366

const subject = singleLine(NEWSLETTER_SUBJECT_LENGTH, { required: "subject.required", tooLong: "subject.too_long" })
const content = text(NEWSLETTER_LENGTH, { required: "content.required", tooLong: "content.too_long" })
const optionalSubject = z.pipe(
  optionalText(NEWSLETTER_SUBJECT_LENGTH, "subject.too_long"),
  z.optional(
    z.string().check(
      z.overwrite(toSingleLine),
      z.refine((input) => !/[\p{Cc}\p{Co}]/u.test(input), "invalid"),
    ),
  ),
)
const optionalContent = optionalText(NEWSLETTER_LENGTH, "content.too_long")

const form = {
  topic: NewsletterTopic,
  /** Null is for all members, whatever program they chose. */
  program: z.nullable(Program),
  subjectEn: subject,
  contentEn: content,
  subjectFr: optionalSubject,
  contentFr: optionalContent,
  subjectHt: optionalSubject,
  contentHt: optionalContent,
  subjectEs: optionalSubject,
  contentEs: optionalContent,
}
const version = z.int("invalid").check(z.minimum(1, "invalid"))

export const NewsletterForm = z.strictObject({ ...form, version: z.optional(version) })
export type NewsletterForm = z.output<typeof NewsletterForm>

const Count = z.int()

/** `left` are those who left through a link in it. */
const NewsletterCounts = z.object({
  waiting: Count,
  sent: Count,
  failed: Count,
  bounced: Count,
  skipped: Count,
  left: Count,
})
export type NewsletterCounts = z.output<typeof NewsletterCounts>

const nullableText = z.nullable(z.string())

export const NewsletterRecord = z.object({
  id: NewsletterId,
  topic: openEnum(NEWSLETTER_TOPICS),
  program: z.nullable(openEnum(PROGRAMS)),
  subjectEn: z.string(),
  contentEn: z.string(),
  subjectFr: nullableText,
  contentFr: nullableText,
  subjectHt: nullableText,
  contentHt: nullableText,
  subjectEs: nullableText,
  contentEs: nullableText,
  state: openEnum(NEWSLETTER_STATES),
  scheduledAt: z.nullable(Instant),
  startedAt: z.nullable(Instant),
  finishedAt: z.nullable(Instant),
  counts: NewsletterCounts,
  version: z.int(),
  updatedAt: Instant,
})
export type NewsletterRecord = z.output<typeof NewsletterRecord>

const params = z.object({ id: NewsletterId })

export const listNewsletters = route({
  method: "GET",
  path: "/api/admin/newsletters",
  access: "admin",
  query: listQuery({}, ["newest"]),
  list: true,
  reply: page(NewsletterRecord),
})
export const createNewsletter = route({
  method: "POST",
  path: "/api/admin/newsletters",
  access: "admin",
  status: 201,
  longBody: true,
  body: z.extend(NewsletterForm, { id: z.optional(z.uuidv7("id.invalid")) }),
  reply: NewsletterRecord,
})
export const updateNewsletter = route({
  method: "PUT",
  path: "/api/admin/newsletters/:id",
  access: "admin",
  longBody: true,
  params,
  body: NewsletterForm,
  reply: NewsletterRecord,
})
export const deleteNewsletter = route({
  method: "DELETE",
  path: "/api/admin/newsletters/:id",
  access: "admin",
  params,
  reply: Deleted,
})
export const restoreNewsletter = route({
  method: "POST",
  path: "/api/admin/newsletters/:id/restoration",
  access: "admin",
  params,
  reply: NewsletterRecord,
})

/** Who would get it now, by the language in which they would read it. */
export const readNewsletterAudience = route({
  method: "GET",
  path: "/api/admin/newsletters/:id/audience",
  access: "admin",
  params,
  reply: z.object({ total: Count, en: Count, fr: Count, ht: Count, es: Count }),
})

const EmailLanguage = z.enum(LANGUAGES, "invalid")

export const previewNewsletter = route({
  method: "POST",
  path: "/api/admin/newsletter-preview",
  access: "admin",
  longBody: true,
  body: z.strictObject({
    language: EmailLanguage,
    topic: NewsletterTopic,
    subject: optionalSubject,
    content: optionalContent,
  }),
  reply: z.object({ html: z.string(), bytes: z.int() }),
})

export const testNewsletter = route({
  method: "POST",
  path: "/api/admin/newsletters/:id/test",
  access: "admin",
  status: 202,
  params,
  body: z.strictObject({ language: EmailLanguage }),
  reply: z.object({ to: z.string() }),
})

/** Starts the sending now, or `at` a time. A newsletter that was saved again after `version` is not sent. */
export const sendNewsletter = route({
  method: "POST",
  path: "/api/admin/newsletters/:id/sending",
  access: "admin",
  params,
  body: z.strictObject({ version, at: z.optional(Instant) }),
  reply: NewsletterRecord,
})

/** `draft` takes back a scheduled time; `stopped` and `sending` stop and resume what is being sent. */
export const moveNewsletter = route({
  method: "PATCH",
  path: "/api/admin/newsletters/:id/sending",
  access: "admin",
  params,
  body: z.strictObject({ state: z.enum(["draft", "stopped", "sending"], "state.unknown") }),
  reply: NewsletterRecord,
})

/** Only the person can turn them on again. */
export const endMemberNewsletters = route({
  method: "DELETE",
  path: "/api/admin/memberships/:id/newsletters",
  access: "admin",
  params: z.object({ id: MembershipId }),
  reply: MembershipRecord,
})

export const newsletterAdminApi = {
  listNewsletters,
  createNewsletter,
  updateNewsletter,
  deleteNewsletter,
  restoreNewsletter,
  readNewsletterAudience,
  previewNewsletter,
  testNewsletter,
  sendNewsletter,
  moveNewsletter,
  endMemberNewsletters,
} as const
