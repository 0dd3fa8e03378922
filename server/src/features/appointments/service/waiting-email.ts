import { cityOf, formatDay } from "@haitech/contract/clock"
import { pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { findWaiting } from "#features/appointments/queries/waiting.ts"
import { renderEmail } from "#platform/mail/email.ts"
import { text } from "#platform/messages.ts"
import type { PlaceFreeEmail } from "./places.ts"

/** Tells a person who waits for a day of a free place. Sends nothing to a person who was erased meanwhile. */
export async function sendPlaceFree(
  { db, mail, site }: Pick<Deps, "db" | "mail" | "site">,
  key: string,
  { waitingId }: PlaceFreeEmail,
): Promise<void> {
  const waiting = await findWaiting(db, waitingId)
  if (!waiting) return
  const { email: to, language, date, sessionType } = waiting
  const translate = (message: Parameters<typeof text>[1], values = {}) =>
    text(language, message, { site: site.name, ...values })
  const day = formatDay(language, `${date}T12:00:00.000Z`, "UTC")
  const subject = translate("mail.place_free.subject", { day })
  const type = translate(`schedule.${sessionType}`)
  const parts = renderEmail({
    language,
    subject,
    greeting: translate("mail.place_free.greeting"),
    paragraphs: [
      translate("mail.place_free.free", { day, type, city: cityOf(site.timeZone) }),
      translate("mail.place_free.soon"),
    ],
    action: {
      label: translate("mail.place_free.action"),
      url: `${site.url}${pathIn(language, "/schedule")}?date=${date}#schedule`,
    },
    footer: translate("mail.place_free.footer"),
  })
  await mail.send({ key, to, language, subject, ...parts })
}
