import { cityOf, formatDay, formatHour } from "@haitech/contract/clock"
import type { AppointmentId } from "@haitech/contract/ids"
import type { REPORT_CATEGORIES } from "@haitech/contract/safeguarding"
import type { Deps } from "#deps.ts"
import { requireUserForUpdate } from "#features/accounts/service/account.ts"
import { lockOwn, lockTaught } from "#features/appointments/queries/own.ts"
import { startOf } from "#features/appointments/rules/states.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import { openCase, type Report } from "#features/safeguarding/service/reports.ts"
import { Problem } from "#platform/problem.ts"
import { findByToken } from "./links.ts"

const REPORT_LIMIT = { name: "appointment.report", limit: 10, windowSeconds: 3600 }

interface SessionReport {
  readonly category: (typeof REPORT_CATEGORIES)[number]
  readonly text?: string | undefined
}

/** By the student or the tutor. @throws {Problem} `record.unknown`, `rate.limited` */
export async function reportOwn(
  { db, limiter, now, site }: Pick<Deps, "db" | "limiter" | "now" | "site">,
  reporterId: string,
  id: AppointmentId,
  report: SessionReport,
): Promise<void> {
  await limiter.take(REPORT_LIMIT, reporterId)
  await db.transaction(async (tx) => {
    await requireUserForUpdate(tx, reporterId)
    const own = await lockOwn(tx, reporterId, id)
    const row = own ?? (await lockTaught(tx, reporterId, id))
    if (!row) throw new Problem("record.unknown")
    await openCase(
      tx,
      caseAbout(row, report, { role: own ? "student" : "tutor", reporterId, timeZone: site.timeZone }),
      now(),
    )
  })
}

/** The link proves no account. @throws {Problem} `appointment_link.expired`, `rate.limited` */
export async function reportByToken(
  deps: Pick<Deps, "db" | "keyedHash" | "limiter" | "now" | "site">,
  token: string,
  report: SessionReport,
): Promise<void> {
  const row = await findByToken(deps, token)
  await deps.limiter.take(REPORT_LIMIT, row.id)
  await deps.db.transaction((tx) =>
    openCase(
      tx,
      caseAbout(row, report, { role: "student", reporterId: null, timeZone: deps.site.timeZone }),
      deps.now(),
    ),
  )
}

function caseAbout(
  row: AppointmentRow,
  { category, text }: SessionReport,
  { timeZone, ...reporter }: Pick<Report, "role" | "reporterId"> & { readonly timeZone: string },
): Report {
  const { id, sessionType, subject, status, description } = row
  const at = startOf(row).toISOString()
  const when = `${formatDay("en", at, timeZone)}, ${formatHour("en", at, timeZone)} (${cityOf(timeZone)})`
  const facts = `${when}: ${sessionType}, ${subject}, ${status}`
  return {
    ...reporter,
    subjectKind: "session",
    subjectId: id,
    category,
    text: text ?? null,
    quote: description ? `${facts}\n\n${description}` : facts,
  }
}
