import { cityOf, formatDay, formatHour } from "@haitech/contract/clock"
import { pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import type { Handler } from "#platform/jobs/worker.ts"
import { renderEmail } from "#platform/mail/email.ts"
import { text } from "#platform/messages.ts"
import type { AppointmentEmail } from "./service.ts"

/** What appointments do later: the word to a student that the request arrived. */
export const appointmentJobs = ({ mail, site }: Pick<Deps, "mail" | "site">): Readonly<Record<string, Handler>> => ({
  "appointment.requested": async (asked: AppointmentEmail, { key }) => {
    const { to, name, language, at } = asked
    const say = (message: Parameters<typeof text>[1], values = {}) =>
      text(language, message, { site: site.name, name, ...values })
    const kind = {
      type: say(`schedule.${asked.sessionType}`),
      subject: say(`schedule.${asked.subject}`),
      minutes: asked.duration,
    }
    const when = {
      day: formatDay(language, at, site.timeZone),
      time: formatHour(language, at, site.timeZone),
      city: cityOf(site.timeZone),
    }
    const subject = say("mail.appointment.subject")
    const parts = renderEmail({
      language,
      subject,
      greeting: say("mail.appointment.greeting"),
      paragraphs: [
        say("mail.appointment.asked", kind),
        say("mail.appointment.when", when),
        say("mail.appointment.next"),
      ],
      action: { label: say("mail.appointment.action"), url: `${site.url}${pathIn(language, "/contact")}` },
      footer: say("mail.appointment.footer"),
    })
    await mail.send({ key, to, language, subject, ...parts })
  },
})
