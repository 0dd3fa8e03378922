import { NEW_PASSWORD_TEXTS } from "#features/accounts/new-password.tsx"
import { SIGN_OUT_TEXTS } from "#features/accounts/sign-out-texts.ts"
import { MOVE_TEXTS } from "#features/appointments/move-session.tsx"
import { NEXT_SESSION_TEXTS } from "#features/appointments/next-session.tsx"
import { REPORT_TEXTS } from "#features/appointments/report-session.tsx"
import { SAMPLE_TEXTS } from "#features/appointments/sample-sessions.tsx"
import { SESSION_VIEW_TEXTS } from "#features/appointments/session-view.tsx"
import type { TUTOR_TEXTS } from "#features/appointments/tutor/texts.ts"
import type { GROUP_TEXTS } from "#features/groups/texts.ts"
import { LEARNING_SHELL_TEXTS } from "#features/learning/dashboard/shell-texts.ts"
import type { LEARNING_TEXTS, REVIEW_TEXTS } from "#features/learning/dashboard/texts.ts"
import type { DATA_USE_TEXTS } from "#features/members/data-use-card.tsx"
import { HOME_TEXTS, PROFILE_TEXTS } from "#features/members/texts.ts"
import type { NOTIFICATION_TEXTS } from "#features/notifications/texts.ts"
import type { PROTECTION_TEXTS } from "#features/safeguarding/texts.ts"
import type { AMBASSADOR_TEXTS } from "#features/volunteers/ambassador-texts.ts"
import { APP_TEXTS } from "#platform/app/texts.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"

const SHELL_TEXTS = [
  "dashboard.achievements",
  "dashboard.ambassador",
  "dashboard.community",
  "dashboard.courses",
  "dashboard.learner",
  "dashboard.learning",
  "dashboard.loading",
  "dashboard.lost",
  "dashboard.nav",
  "dashboard.profile",
  "dashboard.schedule",
  "dashboard.stored",
  "dashboard.tutor",
  "dashboard.to_home",
  "dashboard.welcome",
  "footer.saver",
  "header.sign_out",
] as const satisfies readonly MessageKey[]

/** The browser loads them as a fragment with the page for those who are not signed in. */
export const ACCESS_TEXTS = [
  "dashboard.access",
  "dashboard.access_title",
  "dashboard.ended",
  "dashboard.ended_title",
  "dashboard.sign_in",
  "dashboard.signed_out",
  "dashboard.signed_out_title",
] as const satisfies readonly MessageKey[]

const PAGE_TEXTS = [
  "password.advice",
  "password.new",
  "password.new_again",
  "profile.actions",
  "profile.delete",
  "profile.download",
  "profile.download_all",
  "profile.download_note",
  "profile.download_table",
  "profile.overview",
  "profile.personal",
  "profile.picture",
  "profile.preferences",
  "profile.set_password",
  "sessions.title",
] as const satisfies readonly MessageKey[]

/** The browser loads them as one file with the app's script. */
export const MEMBER_TEXTS = [
  ...APP_TEXTS,
  ...SHELL_TEXTS,
  ...SIGN_OUT_TEXTS,
  ...HOME_TEXTS,
  ...LEARNING_SHELL_TEXTS,
  ...NEXT_SESSION_TEXTS,
] as const

const SESSIONS_TEXTS = [
  "session.upcoming",
  "session.nothing_planned",
  "session.past",
  "session.book",
  "session.book_coding",
  "session.book_language",
  "session.book_career",
  "session.advanced",
  "session.soon_title",
  "session.soon",
] as const satisfies readonly MessageKey[]

/** The browser loads them as a fragment with the script of the sessions. */
export const SCHEDULE_PAGE_TEXTS = [
  ...SESSIONS_TEXTS,
  ...SESSION_VIEW_TEXTS,
  ...MOVE_TEXTS,
  ...REPORT_TEXTS,
  ...SAMPLE_TEXTS,
] as const

/** The browser loads them as a fragment with the profile's script. */
export const PROFILE_PAGE_TEXTS = [...PAGE_TEXTS, ...PROFILE_TEXTS, ...NEW_PASSWORD_TEXTS] as const

declare module "#platform/app/app.tsx" {
  interface AppTexts {
    readonly member: (typeof MEMBER_TEXTS)[number]
    readonly access: (typeof ACCESS_TEXTS)[number]
    readonly learning: (typeof LEARNING_TEXTS)[number]
    readonly ambassador: (typeof AMBASSADOR_TEXTS)[number]
    readonly groups: (typeof GROUP_TEXTS)[number]
    readonly review: (typeof REVIEW_TEXTS)[number]
    readonly profile: (typeof PROFILE_PAGE_TEXTS)[number]
    readonly dataUse: (typeof DATA_USE_TEXTS)[number]
    readonly notifications: (typeof NOTIFICATION_TEXTS)[number]
    readonly tutor: (typeof TUTOR_TEXTS)[number]
    readonly protection: (typeof PROTECTION_TEXTS)[number]
    readonly schedule: (typeof SCHEDULE_PAGE_TEXTS)[number]
  }
}
