import * as z from "zod/mini"
import { DocumentCode } from "./ids.ts"
import { LANGUAGES } from "./languages.ts"
import { listQuery, openEnum, page } from "./lists.ts"
import { Download, route } from "./route.ts"
import { Day } from "./slots.ts"
import { text } from "./text.ts"
import { Instant } from "./time.ts"
import { TUTORING_ROLES } from "./tutors.ts"

export const PROOF_REASON_LENGTH = 500

/** Every field that the proof prints. The period is two days, both included. */
export const HoursProof = z.object({
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
export type HoursProof = z.output<typeof HoursProof>

export const listOwnProofs = route({
  method: "GET",
  path: "/api/tutor/proofs",
  access: "tutor",
  reply: z.array(HoursProof),
})

/** Asked for twice without a session in between, it is the same proof. */
export const issueProof = route({
  method: "POST",
  path: "/api/tutor/proofs",
  access: "tutor",
  status: 201,
  body: z
    .strictObject({ fromDay: Day, untilDay: Day, language: z.enum(LANGUAGES, "invalid") })
    .check(z.refine(({ fromDay, untilDay }) => untilDay >= fromDay, { error: "date.too_early", path: ["untilDay"] })),
  reply: HoursProof,
})

export const readProofPdf = route({
  method: "GET",
  path: "/api/hours-proofs/:code/pdf",
  access: "public",
  params: z.object({ code: DocumentCode }),
  reply: Download,
})

export const HoursProofRecord = z.extend(HoursProof, { id: z.uuid() })
export type HoursProofRecord = z.output<typeof HoursProofRecord>

export const listIssuedProofs = route({
  method: "GET",
  path: "/api/admin/hours-proofs",
  access: "admin",
  query: listQuery({}, ["newest", "oldest"]),
  list: true,
  reply: page(HoursProofRecord),
})

export const revokeProof = route({
  method: "POST",
  path: "/api/admin/hours-proofs/:id/revocation",
  access: "admin",
  params: z.object({ id: z.uuid("id.invalid") }),
  body: z.strictObject({
    reason: text(PROOF_REASON_LENGTH, { required: "reason.required", tooLong: "reason.too_long" }),
  }),
  reply: HoursProofRecord,
})

export interface HoursProofPage extends HoursProof {
  readonly organization: string
  readonly address: string
  readonly qr: { readonly size: number; readonly path: string }
}
