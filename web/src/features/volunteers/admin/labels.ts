import type { NextStep } from "@haitech/contract/admin/volunteers"
import type { APPLICATION_ROLES, ApplicationStatus } from "@haitech/contract/volunteers"
import type { VolunteersAdminText } from "#platform/app/app.tsx"
import type { ChipTone } from "#ui/chip.tsx"

export const ROLES = {
  volunteer: "role.volunteer",
  mentor: "role.mentor",
  ambassador: "role.ambassador",
} as const satisfies Readonly<Record<(typeof APPLICATION_ROLES)[number], VolunteersAdminText>>

interface StatusLabel {
  readonly text: VolunteersAdminText
  readonly tone: ChipTone
}

export const STATUSES = {
  new: { text: "admin.application_status_new", tone: "wait" },
  interview: { text: "admin.application_status_interview", tone: "info" },
  screening: { text: "admin.application_status_screening", tone: "info" },
  training: { text: "admin.application_status_training", tone: "info" },
  active: { text: "admin.application_status_active", tone: "good" },
  paused: { text: "admin.application_status_paused", tone: "plain" },
  alumni: { text: "admin.application_status_alumni", tone: "plain" },
  declined: { text: "admin.application_status_declined", tone: "plain" },
} as const satisfies Readonly<Record<ApplicationStatus, StatusLabel>>

export const STEPS: Readonly<Record<NextStep, VolunteersAdminText>> = {
  read_application: "admin.step_read_application",
  arrange_interview: "admin.step_arrange_interview",
  begin_screening: "admin.step_begin_screening",
  plan_training: "admin.step_plan_training",
  plan_first_session: "admin.step_plan_first_session",
  ask_about_return: "admin.step_ask_about_return",
}
