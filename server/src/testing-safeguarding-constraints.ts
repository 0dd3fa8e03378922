import type { PgTable } from "drizzle-orm/pg-core"
import { v7 } from "uuid"
import {
  birthYears,
  guardianConsents,
  safeguardingCases,
  safeguardingEntries,
  safeguardingStaff,
} from "#features/safeguarding/table.ts"
import type { Db } from "#platform/db/client.ts"
import { length, range, words } from "#platform/db/testing-violations.ts"
import type { Case, Row } from "#testing-appointment-constraints.ts"

interface Ids {
  readonly user: string
  readonly other: string
  readonly report: string
}

const later = new Date("2027-01-01T14:00:00Z")

export const CONSENT = {
  guardianName: "Rose",
  guardianEmail: "rose@example.org",
  language: "ht",
  expiresAt: later,
} as const
const DECIDED = { decidedAt: later, textVersion: "1", allowsCertificates: false, allowsRecording: false }
const GIVEN = { ...DECIDED, state: "given", validUntil: later } as const
export const CASE = { subjectKind: "session", subjectId: v7(), category: "unsafe" } as const
const ENTRY = { number: 1, kind: "report", role: "student" } as const

/** A closed case: an open one would be the only one of its subject. */
export async function insertCase(db: Db, id: string): Promise<void> {
  await db.insert(safeguardingCases).values({ ...CASE, id, state: "closed", closedAt: later })
}

export function safeguardingRows({ user, report }: Omit<Ids, "other">): readonly (readonly [PgTable, Row, Row])[] {
  return [
    [birthYears, { userId: user, birthYear: 2000 }, {}],
    [
      guardianConsents,
      { ...CONSENT, userId: user },
      { state: "requested", isRenewal: false, decidedAt: null, validUntil: null, endedAt: null, textVersion: null },
    ],
    [safeguardingStaff, { userId: user }, { namedBy: null }],
    [safeguardingCases, CASE, { state: "open", entryCount: 0, closedAt: null }],
    [safeguardingEntries, { ...ENTRY, caseId: report }, { authorId: null, text: null, quote: null }],
  ]
}

export const SAFEGUARDING_CHECKS: Record<string, Case> = {
  birth_years_birth_year_range: [birthYears, "birthYear", ...range(1900, 2100)],
  guardian_consents_guardian_name_length: [guardianConsents, "guardianName", ...length(1, 100)],
  guardian_consents_guardian_email_length: [guardianConsents, "guardianEmail", ...length(1, 254)],
  guardian_consents_language_known: [guardianConsents, "language", ...words("en", "fr", "ht", "es")],
  guardian_consents_state_known: [guardianConsents, "state", ...words("withdrawn", "expired"), { endedAt: later }],
  guardian_consents_text_version_length: [guardianConsents, "textVersion", ...length(1, 20), GIVEN],
  guardian_consents_decided: [guardianConsents, "allowsRecording", [null], [true], GIVEN],
  guardian_consents_valid: [guardianConsents, "validUntil", [null], [later], GIVEN],
  guardian_consents_ended: [guardianConsents, "endedAt", [null], [later], { state: "withdrawn" }],
  safeguarding_cases_subject_kind_known: [safeguardingCases, "subjectKind", ...words("chat", "session", "post")],
  safeguarding_cases_category_known: [
    safeguardingCases,
    "category",
    ["", "rude"],
    ["unsafe", "contact", "behavior", "other"],
  ],
  safeguarding_cases_state_known: [safeguardingCases, "state", ...words("open")],
  safeguarding_cases_entry_count_range: [safeguardingCases, "entryCount", ...range(0)],
  safeguarding_cases_closed: [safeguardingCases, "closedAt", [null], [later], { state: "closed" }],
  safeguarding_entries_number_range: [safeguardingEntries, "number", ...range(1)],
  safeguarding_entries_kind_known: [
    safeguardingEntries,
    "kind",
    ...words("report", "note", "closed", "reopened"),
    { text: "A" },
  ],
  safeguarding_entries_role_known: [
    safeguardingEntries,
    "role",
    ...words("staff", "member", "visitor", "student", "tutor"),
  ],
  safeguarding_entries_text_length: [safeguardingEntries, "text", ...length(1, 5000)],
  safeguarding_entries_quote_length: [safeguardingEntries, "quote", ...length(1, 20_000)],
  safeguarding_entries_text_given: [safeguardingEntries, "text", [null], ["A"], { kind: "note" }],
}

/** For each unique index a row, a change that violates it and one that does not; for each foreign key a row without its target. */
export function safeguardingConstraints({ user, other, report }: Ids) {
  const missing = v7()
  const consent = { ...CONSENT, userId: user }
  const entry = { ...ENTRY, caseId: report }
  const unique: Record<string, readonly [PgTable, Row, Row, Row]> = {
    guardian_consents_requested_unique: [guardianConsents, consent, {}, { userId: other }],
    guardian_consents_given_unique: [guardianConsents, { ...consent, ...GIVEN }, {}, { userId: other }],
    safeguarding_cases_open_unique: [
      safeguardingCases,
      { ...CASE, subjectId: user },
      {},
      { state: "closed", closedAt: later },
    ],
    safeguarding_entries_number_unique: [safeguardingEntries, entry, {}, { number: 2 }],
  }
  const foreignKeys: Record<string, readonly [PgTable, Row]> = {
    birth_years_user_id_users_id_fkey: [birthYears, { userId: missing, birthYear: 2000 }],
    guardian_consents_user_id_users_id_fkey: [guardianConsents, { ...CONSENT, userId: missing }],
    safeguarding_staff_user_id_users_id_fkey: [safeguardingStaff, { userId: missing }],
    safeguarding_staff_named_by_users_id_fkey: [safeguardingStaff, { userId: user, namedBy: missing }],
    safeguarding_entries_case_id_safeguarding_cases_id_fkey: [safeguardingEntries, { ...ENTRY, caseId: missing }],
    safeguarding_entries_author_id_users_id_fkey: [safeguardingEntries, { ...entry, authorId: missing }],
  }
  return { unique, foreignKeys }
}
