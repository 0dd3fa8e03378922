import * as z from "zod/mini"
import { DocumentCode } from "./ids.ts"
import { LANGUAGES } from "./languages.ts"
import { listQuery, openEnum, page } from "./lists.ts"
import { Download, route } from "./route.ts"
import { Day } from "./slots.ts"
import { text } from "./text.ts"
import { Instant } from "./time.ts"
import { TUTORING_ROLES } from "./tutors.ts"

export const LETTER_REASON_LENGTH = 500

/** Every field that the letter prints. The period is two days, both included. */
export const HoursLetter = z.object({
  code: z.string(),
  name: z.string(),
  role: openEnum(TUTORING_ROLES),
  fromDay: z.string(),
  untilDay: z.string(),
  minutes: z.int(),
  sessions: z.int(),
  language: z.enum(LANGUAGES),
  issuedAt: Instant,
  revokedAt: z.nullable(Instant),
  revokedReason: z.nullable(z.string()),
})
export type HoursLetter = z.output<typeof HoursLetter>

export const listOwnLetters = route({
  method: "GET",
  path: "/api/tutor/letters",
  access: "tutor",
  reply: z.array(HoursLetter),
})

/** Asked for twice without a session in between, it is the same letter. */
export const issueLetter = route({
  method: "POST",
  path: "/api/tutor/letters",
  access: "tutor",
  status: 201,
  body: z
    .strictObject({ fromDay: Day, untilDay: Day, language: z.enum(LANGUAGES, "invalid") })
    .check(z.refine(({ fromDay, untilDay }) => untilDay >= fromDay, { error: "date.too_early", path: ["untilDay"] })),
  reply: HoursLetter,
})

/** A4, in the letter's language and English. Public for those who have the code, even after a revocation. */
export const readLetterPdf = route({
  method: "GET",
  path: "/api/hours-letters/:code/pdf",
  access: "public",
  params: z.object({ code: DocumentCode }),
  reply: Download,
})

export const HoursLetterRecord = z.extend(HoursLetter, { id: z.uuid() })
export type HoursLetterRecord = z.output<typeof HoursLetterRecord>

export const listIssuedLetters = route({
  method: "GET",
  path: "/api/admin/hours-letters",
  access: "admin",
  query: listQuery({}, ["newest", "oldest"]),
  list: true,
  reply: page(HoursLetterRecord),
})

export const revokeLetter = route({
  method: "POST",
  path: "/api/admin/hours-letters/:id/revocation",
  access: "admin",
  params: z.object({ id: z.uuid("id.invalid") }),
  body: z.strictObject({
    reason: text(LETTER_REASON_LENGTH, { required: "reason.required", tooLong: "reason.too_long" }),
  }),
  reply: HoursLetterRecord,
})

/** What a reader of the letter compares it with. */
export interface HoursLetterPage extends HoursLetter {
  readonly organization: string
  readonly address: string
  readonly qr: { readonly size: number; readonly path: string }
}
