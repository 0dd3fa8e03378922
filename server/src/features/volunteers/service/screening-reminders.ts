import { formatDay } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { administrators } from "#features/accounts/service/administrators.ts"
import { setReminded } from "#features/volunteers/queries/screening.ts"
import { lockEnding } from "#features/volunteers/queries/screening-work.ts"
import { dueReminder } from "#features/volunteers/rules/screening.ts"
import type { Tx } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { renderEmail } from "#platform/mail/email.ts"
import { text } from "#platform/messages.ts"
import { endingSpan } from "./screening-list.ts"

export interface EndingEmail {
  readonly to: string
  readonly name: string
  readonly language: Language
  readonly screenedUntil: string
  /** Whose screening it is, in the email to an administrator. */
  readonly about?: { readonly userId: string; readonly name: string }
}

type Ending = Awaited<ReturnType<typeof lockEnding>>[number]

/** Tells each person and the administrators 30 and 7 days before a screening ends. Several processes may run it at once. */
export async function remindOfScreenings({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  const at = now()
  const admins = await administrators({ db })
  await db.transaction(async (tx) => {
    for (const ending of await lockEnding(tx, endingSpan(at))) {
      const due = dueReminder(ending, at)
      if (due === null) continue
      await setReminded(tx, ending.userId, due)
      await tell(tx, ending, due, admins)
    }
  })
}

async function tell(
  tx: Tx,
  { userId, email, name, language, screenedUntil }: Ending,
  due: number,
  admins: Awaited<ReturnType<typeof administrators>>,
): Promise<void> {
  if (!email || !screenedUntil) return
  const end = screenedUntil.toISOString()
  const emails: readonly (readonly [string, EndingEmail])[] = [
    [userId, { to: email, name, language, screenedUntil: end }],
    ...admins
      .filter(({ id }) => id !== userId)
      .map(
        (admin) =>
          [
            admin.id,
            {
              to: admin.email,
              name: admin.name,
              language: admin.language,
              screenedUntil: end,
              about: { userId, name },
            },
          ] as const,
      ),
  ]
  for (const [id, payload] of emails) {
    await enqueue(tx, { kind: "screening.ending", key: `screening.ending:${userId}:${end}:${due}:${id}`, payload })
  }
}

export async function sendEnding(
  { mail, site }: Pick<Deps, "mail" | "site">,
  key: string,
  { to, name, language, screenedUntil, about }: EndingEmail,
): Promise<void> {
  const day = formatDay(language, screenedUntil, site.timeZone)
  const values = { site: site.name, name, day, person: about?.name ?? "" }
  const t = (message: Parameters<typeof text>[1]) => text(language, message, values)
  const subject = t(about ? "mail.screening_ending_admin.subject" : "mail.screening_ending.subject")
  const parts = renderEmail({
    language,
    subject,
    greeting: t("mail.account.greeting"),
    paragraphs: about
      ? [t("mail.screening_ending_admin.ends"), t("mail.screening_ending_admin.todo")]
      : [t("mail.screening_ending.ends"), t("mail.screening_ending.todo")],
    ...(about && {
      action: {
        label: t("mail.screening_ending_admin.action"),
        url: `${site.url}/admin/screenings?open=${about.userId}`,
      },
    }),
    footer: t(about ? "mail.admin.footer" : "mail.screening_ending.footer"),
  })
  await mail.send({ key, to, language, subject, ...parts, isUnlisted: about !== undefined })
}
