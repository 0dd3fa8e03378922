import { cityOf, formatDay, formatHour } from "@haitech/contract/clock"
import { pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import type { Handler } from "#platform/jobs/worker.ts"
import { renderEmail } from "#platform/mail/email.ts"
import { text } from "#platform/messages.ts"
import type { AppointmentEmail } from "./service/booking.ts"
import type { PlaceFreeEmail } from "./service/places.ts"
import { sendPlaceFree } from "./service/waiting-email.ts"

/** Confirms a request for a session by email. The address is not confirmed, so the email omits the student's name. */
export const appointmentJobs = ({
  db,
  mail,
  site,
}: Pick<Deps, "db" | "mail" | "site">): Readonly<Record<string, Handler>> => ({
  "appointment.place_free": (payload: PlaceFreeEmail, { key }) => sendPlaceFree({ db, mail, site }, key, payload),
  "appointment.requested": async (request: AppointmentEmail, { key }) => {
    const { to, language, at } = request
    const translate = (message: Parameters<typeof text>[1], values = {}) =>
      text(language, message, { site: site.name, ...values })
    const session = {
      type: translate(`schedule.${request.sessionType}`),
      subject: translate(`schedule.${request.subject}`),
      minutes: request.duration,
    }
    const when = {
      day: formatDay(language, at, site.timeZone),
      time: formatHour(language, at, site.timeZone),
      city: cityOf(site.timeZone),
    }
    const subject = translate("mail.appointment.subject")
    const parts = renderEmail({
      language,
      subject,
      greeting: translate("mail.appointment.greeting"),
      paragraphs: [
        translate("mail.appointment.asked", session),
        translate("mail.appointment.when", when),
        translate("mail.appointment.next"),
      ],
      action: { label: translate("mail.appointment.action"), url: `${site.url}${pathIn(language, "/contact")}` },
      footer: translate("mail.appointment.footer"),
    })
    await mail.send({ key, to, language, subject, ...parts })
  },
})
