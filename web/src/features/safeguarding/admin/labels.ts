import type { CASE_STATES, CASE_SUBJECTS, ENTRY_KINDS, ENTRY_ROLES } from "@haitech/contract/admin/safeguarding"
import type { CONSENT_STATES, REPORT_CATEGORIES } from "@haitech/contract/safeguarding"
import type { SafeguardingAdminText } from "#platform/app/app.tsx"

type Labels<Value extends string> = Readonly<Record<Value, SafeguardingAdminText>>

export const SUBJECT_LABELS = {
  session: "admin.case_session",
  chat: "admin.case_chat",
  post: "admin.case_post",
} as const satisfies Labels<(typeof CASE_SUBJECTS)[number]>

export const CATEGORY_LABELS = {
  unsafe: "report.unsafe",
  contact: "report.contact",
  behavior: "report.behavior",
  other: "report.other",
} as const satisfies Labels<(typeof REPORT_CATEGORIES)[number]>

export const STATE_LABELS = {
  open: "admin.case_open",
  closed: "admin.case_closed",
} as const satisfies Labels<(typeof CASE_STATES)[number]>

export const ENTRY_LABELS = {
  report: "admin.case_report",
  note: "admin.case_note",
  closed: "admin.case_closed_by",
  reopened: "admin.case_reopened_by",
} as const satisfies Labels<(typeof ENTRY_KINDS)[number]>

export const ROLE_LABELS = {
  staff: "admin.case_role_staff",
  member: "admin.case_role_member",
  visitor: "admin.case_role_visitor",
  student: "admin.case_role_student",
  tutor: "admin.case_role_tutor",
} as const satisfies Labels<(typeof ENTRY_ROLES)[number]>

export const CONSENT_LABELS = {
  requested: "admin.consent_requested",
  given: "admin.consent_given",
  refused: "admin.consent_refused",
  withdrawn: "admin.consent_withdrawn",
  revoked: "admin.consent_revoked",
  expired: "admin.consent_expired",
  lapsed: "admin.consent_lapsed",
  replaced: "admin.consent_replaced",
} as const satisfies Labels<(typeof CONSENT_STATES)[number]>
