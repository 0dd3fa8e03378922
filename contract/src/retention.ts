import type { Language } from "./languages.ts"

/** People were told `max` when their data was collected, so only a new privacy policy may raise it. */
export const RETENTION = {
  applications: { unit: "month", min: 6, max: 12 },
  former_volunteers: { unit: "month", min: 12, max: 24 },
  screenings: { unit: "month", min: 12, max: 24 },
  group_reports: { unit: "month", min: 6, max: 12 },
  unpaid_donors: { unit: "day", min: 30, max: 90 },
  sent_emails: { unit: "day", min: 30, max: 90 },
} as const

export type RetentionKind = keyof typeof RETENTION
export type RetentionPeriods = Readonly<Record<RetentionKind, number>>

export const RETENTION_KINDS = Object.keys(RETENTION) as [RetentionKind, ...RetentionKind[]]
export const SHORTENING_DAYS = 7

export function byKind<Value>(valueOf: (kind: RetentionKind) => Value): Readonly<Record<RetentionKind, Value>> {
  return Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, valueOf(kind)])) as Record<RetentionKind, Value>
}

export function formatPeriod(language: Language, kind: RetentionKind, count: number): string {
  const { unit } = RETENTION[kind]
  if (language === "ht") return `${count}\u00a0${unit === "day" ? "jou" : "mwa"}`
  const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" })
  return format.format(count).replace(" ", "\u00a0")
}
