import * as z from "zod/mini"
import { UserId } from "#ids.ts"
import { listQuery, openEnum, page } from "#lists.ts"
import { route } from "#route.ts"
import { AGE_GROUPS, CONSENT_STATES, REPORT_CATEGORIES } from "#safeguarding.ts"
import { text } from "#text.ts"
import { Instant } from "#time.ts"

export const CASE_SUBJECTS = ["chat", "session", "post"] as const
export const CASE_STATES = ["open", "closed"] as const
export const ENTRY_KINDS = ["report", "note", "closed", "reopened"] as const
export const ENTRY_ROLES = ["staff", "member", "visitor", "student", "tutor"] as const
export const ENTRY_LENGTH = 5000
export const QUOTE_LENGTH = 20_000
/** Years after a case is closed. */
export const CASE_YEARS = 7

const params = z.object({ id: z.uuid("id.invalid") })
const entryText = text(ENTRY_LENGTH, { required: "entry.required", tooLong: "entry.too_long" })

/** State and dates only: who the guardian is stays between guardian and member. */
export const readUserConsent = route({
  method: "GET",
  path: "/api/admin/users/:id/guardian-consent",
  access: "admin",
  params: z.object({ id: UserId }),
  reply: z.object({
    birthYear: z.nullable(z.int()),
    age: z.enum(AGE_GROUPS),
    consents: z.array(
      z.object({
        id: z.uuid(),
        state: openEnum(CONSENT_STATES),
        requestedAt: Instant,
        decidedAt: z.nullable(Instant),
        validUntil: z.nullable(Instant),
        endedAt: z.nullable(Instant),
        allowsCertificates: z.nullable(z.boolean()),
        allowsRecording: z.nullable(z.boolean()),
      }),
    ),
  }),
})

export const CaseRecord = z.object({
  id: z.uuid(),
  subjectKind: openEnum(CASE_SUBJECTS),
  subjectId: z.uuid(),
  category: openEnum(REPORT_CATEGORIES),
  state: openEnum(CASE_STATES),
  entryCount: z.int(),
  createdAt: Instant,
  closedAt: z.nullable(Instant),
})
export type CaseRecord = z.output<typeof CaseRecord>

/** `author` is null for visitors, and after the account is deleted. `quote` is what was reported, as it was. */
export const CaseEntry = z.object({
  number: z.int(),
  kind: openEnum(ENTRY_KINDS),
  role: openEnum(ENTRY_ROLES),
  author: z.nullable(z.object({ id: UserId, name: z.string() })),
  text: z.nullable(z.string()),
  quote: z.nullable(z.string()),
  createdAt: Instant,
})
export type CaseEntry = z.output<typeof CaseEntry>

export const CaseFile = z.object({ ...CaseRecord.shape, entries: z.array(CaseEntry) })
export type CaseFile = z.output<typeof CaseFile>

/** Only for the named staff; while nobody is named, for every administrator. So are the calls below. */
export const listCases = route({
  method: "GET",
  path: "/api/admin/cases",
  access: "admin",
  query: listQuery({ state: z.optional(z.enum(CASE_STATES, "state.unknown")) }, ["newest", "oldest"]),
  list: true,
  reply: page(CaseRecord),
})

/** Each reading is in the audit log. */
export const readCase = route({
  method: "GET",
  path: "/api/admin/cases/:id",
  access: "admin",
  params,
  reply: CaseFile,
})

export const addCaseEntry = route({
  method: "POST",
  path: "/api/admin/cases/:id/entries",
  access: "admin",
  status: 201,
  params,
  body: z.strictObject({ text: entryText }),
  reply: CaseFile,
})

export const changeCase = route({
  method: "PATCH",
  path: "/api/admin/cases/:id",
  access: "admin",
  params,
  body: z.strictObject({ state: z.enum(CASE_STATES, "state.unknown"), reason: entryText }),
  reply: CaseFile,
})

export const SafeguardingStaff = z.object({
  isReader: z.boolean(),
  administrators: z.array(z.object({ id: UserId, name: z.string(), isNamed: z.boolean() })),
})
export type SafeguardingStaff = z.output<typeof SafeguardingStaff>

/** For every administrator: who reads cases is no secret. */
export const listSafeguardingStaff = route({
  method: "GET",
  path: "/api/admin/safeguarding-staff",
  access: "admin",
  reply: SafeguardingStaff,
})

export const nameSafeguardingStaff = route({
  method: "PUT",
  path: "/api/admin/safeguarding-staff/:id",
  access: "admin",
  params: z.object({ id: UserId }),
  body: z.strictObject({ isNamed: z.boolean("invalid") }),
  reply: SafeguardingStaff,
})

export const safeguardingAdminApi = {
  readUserConsent,
  listCases,
  readCase,
  addCaseEntry,
  changeCase,
  listSafeguardingStaff,
  nameSafeguardingStaff,
} as const
