import type { TutorSession } from "@haitech/contract/tutors"
import type { TutorText } from "#platform/app/app.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"
import type { ChipTone } from "#ui/chip.tsx"

export const STATES = {
  pending: { text: "tutor.state_pending", tone: "wait" },
  approved: { text: "tutor.state_approved", tone: "good" },
  completed: { text: "tutor.state_completed", tone: "plain" },
  no_show: { text: "tutor.state_no_show", tone: "bad" },
} as const satisfies Readonly<Record<string, { readonly text: TutorText; readonly tone: ChipTone }>>

const NAMES = {
  tutoring: "schedule.tutoring",
  mentoring: "schedule.mentoring",
  consultation: "schedule.consultation",
  coding: "schedule.coding",
  language: "schedule.language",
  career: "schedule.career",
  general: "schedule.general",
} as const satisfies Readonly<Record<string, TutorText>>

/** "One-on-one tutoring, coding". */
export function topicOf(
  t: (key: TutorText) => string,
  { sessionType, subject }: Pick<TutorSession, "sessionType" | "subject">,
): string {
  return [sessionType, subject].map((value) => t(entryOf(NAMES, value) ?? "session.title")).join(", ")
}
