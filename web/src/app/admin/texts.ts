import type { AUDIT_TEXTS } from "#features/accounts/admin/audit-texts.ts"
import { ACCOUNTS_ADMIN_TEXTS } from "#features/accounts/admin/texts.ts"
import type { PROOFS_ADMIN_TEXTS } from "#features/appointments/admin/hours-proof-texts.ts"
import type { MATCHING_TEXTS } from "#features/appointments/admin/matching-texts.ts"
import { APPOINTMENTS_ADMIN_TEXTS } from "#features/appointments/admin/texts.ts"
import type { OPENING_HOURS_TEXTS } from "#features/chat/admin/opening-hours-texts.ts"
import { CHAT_ADMIN_TEXTS } from "#features/chat/admin/texts.ts"
import type { DONATION_PAGE_TEXTS } from "#features/donations/admin/donation-texts.ts"
import { DONATIONS_ADMIN_TEXTS } from "#features/donations/admin/texts.ts"
import type { GROUPS_ADMIN_TEXTS } from "#features/groups/admin/texts.ts"
import type { LEARNING_ADMIN_TEXTS } from "#features/learning/admin/texts.ts"
import type { IMPORT_TEXTS } from "#features/outreach/admin/import-texts.ts"
import { OUTREACH_ADMIN_TEXTS } from "#features/outreach/admin/texts.ts"
import type { NEWSLETTERS_ADMIN_TEXTS } from "#features/publishing/admin/newsletter-texts.ts"
import { PUBLISHING_ADMIN_TEXTS } from "#features/publishing/admin/texts.ts"
import type { SAFEGUARDING_ADMIN_TEXTS } from "#features/safeguarding/admin/texts.ts"
import type { RETENTION_TEXTS } from "#features/system/admin/retention-texts.ts"
import type { SYSTEM_ADMIN_TEXTS } from "#features/system/admin/texts.ts"
import type { SCREENING_ADMIN_TEXTS } from "#features/volunteers/admin/screening-texts.ts"
import type { VOLUNTEERS_ADMIN_TEXTS } from "#features/volunteers/admin/texts.ts"
import { SHARED_ADMIN_TEXTS } from "#platform/admin/texts.ts"
import { APP_TEXTS } from "#platform/app/texts.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import type { SEARCH_TEXTS } from "./search-texts.ts"

const PAGE_TEXTS = [
  "admin.add_first",
  "admin.all",
  "admin.all_read",
  "admin.application_empty",
  "admin.application_status_interview",
  "admin.application_status_new",
  "admin.application_status_screening",
  "admin.application_status_training",
  "admin.appointment_approved",
  "admin.appointment_cancelled",
  "admin.appointment_completed",
  "admin.appointment_declined",
  "admin.appointment_no_show",
  "admin.appointment_pending",
  "admin.asks_for",
  "admin.back",
  "admin.bar",
  "admin.bar_calendar",
  "admin.bar_chat",
  "admin.bar_more",
  "admin.bar_people",
  "admin.blog",
  "admin.by_name",
  "admin.by_sign_in",
  "admin.calendar",
  "admin.calendar_empty",
  "admin.chat",
  "admin.chat_empty",
  "admin.cases",
  "admin.cases_empty",
  "admin.certificates",
  "admin.certificates_empty",
  "admin.hours_proofs",
  "admin.hours_proofs_empty",
  "admin.clear",
  "admin.coming",
  "admin.compact",
  "admin.contact_delete_failed",
  "admin.contact_deleted",
  "admin.contact_student",
  "admin.contacts_deleted",
  "admin.contacts_empty",
  "admin.count",
  "admin.count_approved",
  "admin.count_high",
  "admin.count_pending",
  "admin.count_week",
  "admin.courses",
  "admin.courses_empty",
  "admin.detail",
  "admin.detail_none",
  "admin.donations_empty",
  "admin.done_count",
  "admin.emails",
  "admin.emails_none",
  "admin.emails_to",
  "admin.emails_unlisted",
  "admin.export",
  "admin.failed_title",
  "admin.filters",
  "admin.forgot_about",
  "admin.forgot_title",
  "admin.reports",
  "admin.groups",
  "admin.history_by",
  "admin.history_empty",
  "admin.history_with",
  "admin.key_approve",
  "admin.key_close",
  "admin.key_delete",
  "admin.key_done",
  "admin.key_keys",
  "admin.key_new",
  "admin.key_next",
  "admin.key_open",
  "admin.key_order",
  "admin.key_pick",
  "admin.key_previous",
  "admin.key_read",
  "admin.key_reply",
  "admin.key_search",
  "admin.key_today",
  "admin.key_undo",
  "admin.keys_on",
  "admin.keys_title",
  "admin.largest",
  "admin.latest",
  "admin.location",
  "admin.logged_out",
  "admin.logged_out_title",
  "admin.login_about",
  "admin.login_title",
  "admin.lost",
  "admin.more",
  "admin.nav",
  "admin.newest",
  "admin.no_name",
  "admin.none_yet",
  "admin.nothing_found",
  "admin.oldest",
  "admin.order_not_whole",
  "admin.overview",
  "admin.pick",
  "admin.picked",
  "admin.priority",
  "admin.priority_high",
  "admin.priority_low",
  "admin.priority_normal",
  "admin.questions",
  "admin.questions_empty",
  "admin.refresh",
  "admin.refreshed",
  "admin.reset_about",
  "admin.reset_title",
  "admin.screening_empty",
  "admin.screening_first",
  "admin.screening_lapsed",
  "admin.screening_missing",
  "admin.search_all",
  "admin.search_field",
  "admin.setup_about",
  "admin.setup_about_code",
  "admin.setup_title",
  "admin.show_all",
  "admin.sort",
  "admin.sort_urgent",
  "admin.team",
  "admin.team_delete_failed",
  "admin.team_deleted",
  "admin.team_empty",
  "admin.testimonial_delete_failed",
  "admin.testimonial_deleted",
  "admin.testimonials",
  "admin.testimonials_empty",
  "admin.thread_done_count",
  "admin.thread_mine",
  "admin.thread_unread",
  "admin.today",
  "admin.today_done",
  "admin.today_empty",
  "admin.today_stays",
  "admin.total_donations",
  "admin.unread",
  "admin.unread_count",
  "admin.urgent",
  "admin.users_empty",
  "admin.volunteers",
  "admin.waiting",
  "admin.waiting_application",
  "admin.waiting_applications",
  "admin.waiting_chat",
  "admin.waiting_chats",
  "admin.waiting_contact",
  "admin.waiting_contacts",
  "admin.waiting_count",
  "admin.waiting_declined",
  "admin.waiting_difference",
  "admin.waiting_differences",
  "admin.waiting_email",
  "admin.waiting_emails",
  "admin.site",
  "admin.waiting_kinds",
  "admin.waiting_report",
  "admin.waiting_reports",
  "admin.waiting_case",
  "admin.waiting_case_line",
  "admin.waiting_case_open",
  "admin.waiting_cases",
  "admin.waiting_consent",
  "admin.waiting_consent_about",
  "admin.waiting_consents",
  "admin.waiting_group_report",
  "admin.waiting_group_report_open",
  "admin.waiting_group_reports",
  "admin.waiting_role",
  "admin.waiting_roles",
  "admin.waiting_screening",
  "admin.waiting_screenings",
  "admin.waiting_session",
  "admin.waiting_sessions",
  "admin.waiting_moving",
  "admin.waiting_movings",
  "admin.wanted",
  "admin_page.title",
  "header.donate",
  "header.home",
  "nav.about",
  "nav.blog",
  "nav.cares",
  "nav.programs",
  "nav.team",
] as const satisfies readonly MessageKey[]

/** The browser loads them as one file with the app's script. */
export const ADMIN_TEXTS = [
  ...APP_TEXTS,
  ...SHARED_ADMIN_TEXTS,
  ...PAGE_TEXTS,
  ...ACCOUNTS_ADMIN_TEXTS,
  ...APPOINTMENTS_ADMIN_TEXTS,
  ...CHAT_ADMIN_TEXTS,
  ...DONATIONS_ADMIN_TEXTS,
  ...OUTREACH_ADMIN_TEXTS,
  ...PUBLISHING_ADMIN_TEXTS,
] as const

declare module "#platform/app/app.tsx" {
  interface AppTexts {
    readonly admin: (typeof ADMIN_TEXTS)[number]
    readonly proofsAdmin: (typeof PROOFS_ADMIN_TEXTS)[number]
    readonly donationsAdmin: (typeof DONATION_PAGE_TEXTS)[number]
    readonly newslettersAdmin: (typeof NEWSLETTERS_ADMIN_TEXTS)[number]
    readonly historyAdmin: (typeof AUDIT_TEXTS)[number]
    readonly matchingAdmin: (typeof MATCHING_TEXTS)[number]
    readonly safeguardingAdmin: (typeof SAFEGUARDING_ADMIN_TEXTS)[number]
    readonly groupsAdmin: (typeof GROUPS_ADMIN_TEXTS)[number]
    readonly learningAdmin: (typeof LEARNING_ADMIN_TEXTS)[number]
    readonly volunteersAdmin: (typeof VOLUNTEERS_ADMIN_TEXTS)[number]
    readonly systemAdmin: (typeof SYSTEM_ADMIN_TEXTS)[number]
    readonly screeningAdmin: (typeof SCREENING_ADMIN_TEXTS)[number]
    readonly importAdmin: (typeof IMPORT_TEXTS)[number]
    readonly retention: (typeof RETENTION_TEXTS)[number]
    readonly openingHours: (typeof OPENING_HOURS_TEXTS)[number]
    readonly searchAdmin: (typeof SEARCH_TEXTS)[number]
  }
}
