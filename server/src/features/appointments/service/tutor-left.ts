import type { AppointmentId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { administrators } from "#features/accounts/service/administrators.ts"
import { findAppointment } from "#features/appointments/queries/lists.ts"
import { startOf } from "#features/appointments/rules/states.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import type { Tx } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { renderEmail } from "#platform/mail/email.ts"
import { clockOf, topicOf, translateFor } from "./emails.ts"

/** Part-time staff may not open the admin area before a session that begins within two days. */
const NEAR_MS = 48 * 3_600_000

export interface SessionsLeft {
  readonly ids: readonly AppointmentId[]
}

export interface SessionsLeftEmail extends SessionsLeft {
  readonly to: string
  readonly name: string
  readonly language: Language
}

/** Tells the administrators of approved sessions without their tutor; of later ones only *Today* does. The rows are as they are now. */
export async function alertOfTutorLeft(
  tx: Tx,
  { now }: Pick<Deps, "now">,
  sessions: readonly AppointmentRow[],
): Promise<void> {
  const latest = new Date(now().getTime() + NEAR_MS)
  const near = sessions
    .filter((row) => row.status === "approved" && startOf(row) <= latest)
    .toSorted((a, b) => startOf(a).getTime() - startOf(b).getTime())
  const [first] = near
  if (!first) return
  const payload: SessionsLeft = { ids: near.map(({ id }) => id) }
  await enqueue(tx, {
    kind: "appointment.tutor_left",
    key: `appointment.tutor_left:${first.id}:${first.revision}`,
    payload,
  })
}

/** A job for each administrator, so that a refused address stops no other email. */
export async function emailAdministrators({ db }: Pick<Deps, "db">, key: string, { ids }: SessionsLeft): Promise<void> {
  for (const { id, email: to, name, language } of await administrators({ db })) {
    const payload: SessionsLeftEmail = { to, name, language, ids }
    await enqueue(db, { kind: "appointment.tutor_left_email", key: `${key}/${id}`, payload })
  }
}

/** Shows those that still have no tutor. Without the students: who answers them finds them in the admin area. */
export async function sendTutorLeft(
  { db, mail, now, site }: Pick<Deps, "db" | "mail" | "now" | "site">,
  key: string,
  { to, name, language, ids }: SessionsLeftEmail,
): Promise<void> {
  const t = translateFor({ site }, language)
  // Those of one hour look alike.
  const sessions = new Set<string>()
  for (const id of ids) {
    const row = await findAppointment(db, id)
    if (row?.status !== "approved" || row.tutorId !== null || startOf(row) <= now()) continue
    const when = t("mail.appointment.when", clockOf(language, startOf(row), site.timeZone))
    sessions.add(`${t("mail.session.what", topicOf(t, row))}\n${when}`)
  }
  if (sessions.size === 0) return
  const subject = t("mail.tutor_left.subject")
  const parts = renderEmail({
    language,
    subject,
    greeting: t("mail.account.greeting", { name }),
    paragraphs: [t("mail.tutor_left.said"), ...sessions, t("mail.tutor_left.todo")],
    action: { label: t("mail.admin.action"), url: `${site.url}/admin` },
    footer: t("mail.admin.footer"),
  })
  await mail.send({ key, to, language, subject, ...parts })
}
