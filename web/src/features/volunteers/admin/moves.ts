import type { ApplicationRecord } from "@haitech/contract/admin/volunteers"
import type { ApplicationStatus } from "@haitech/contract/volunteers"
import type { VolunteersAdminText } from "#platform/app/app.tsx"
import { STATUSES } from "./labels.ts"

export interface Move {
  readonly status: ApplicationStatus
  readonly label: VolunteersAdminText
  readonly about: VolunteersAdminText
  readonly obstacle: VolunteersAdminText | undefined
  /** Nobody can take it back. */
  readonly isFinal: boolean
}

const TO = {
  interview: "admin.application_to_interview",
  screening: "admin.application_to_screening",
  training: "admin.application_to_training",
  active: "admin.application_to_active",
  paused: "admin.application_to_paused",
  alumni: "admin.application_to_alumni",
  declined: "admin.application_to_declined",
} as const satisfies Readonly<Record<Exclude<ApplicationStatus, "new">, VolunteersAdminText>>

const ABOUT = {
  active: "admin.application_about_active",
  paused: "admin.application_about_paused",
  alumni: "admin.application_about_alumni",
  declined: "admin.application_about_declined",
} as const satisfies Partial<Record<ApplicationStatus, VolunteersAdminText>>

const OBSTACLES: Readonly<Record<string, VolunteersAdminText>> = {
  no_account: "admin.application_obstacle_no_account",
  not_screened: "admin.application_obstacle_not_screened",
}

/** What an administrator can do with an application now; statuses of a newer release are left out. */
export function movesOf({ status: from, nextStatuses }: ApplicationRecord): readonly Move[] {
  return nextStatuses.flatMap(({ status, obstacle }) => {
    const to = IN_ORDER.find((known) => known === status)
    return to ? [moveOf(from, to, obstacle)] : []
  })
}

function moveOf(from: string, status: ApplicationStatus, obstacle: string | null): Move {
  const isResumed = from === "paused" && status === "active"
  const [label, about] = isResumed
    ? (["admin.application_resume", "admin.application_about_resume"] as const)
    : status === "new" || rankOf(status) < rankOf(from)
      ? (["admin.application_back", "admin.application_about_back"] as const)
      : ([TO[status], status in ABOUT ? ABOUT[status as keyof typeof ABOUT] : "admin.application_about_step"] as const)
  const isFinal = status === "declined" || status === "alumni"
  return { status, label, about, obstacle: obstacle === null ? undefined : OBSTACLES[obstacle], isFinal }
}

const IN_ORDER = Object.keys(STATUSES) as ApplicationStatus[]

const rankOf = (status: string) => IN_ORDER.findIndex((known) => known === status)
