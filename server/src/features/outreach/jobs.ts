import { formatDay } from "@haitech/contract/clock"
import { pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import type { Handler } from "#platform/jobs/worker.ts"
import { renderEmail } from "#platform/mail/email.ts"
import { text } from "#platform/messages.ts"
import { choiceLink } from "./service/newsletters.ts"
import { openingSentences } from "./service/opening-hours.ts"
import type { ReplyEmail } from "./service/replies.ts"
import type { Recipient } from "./service/visitors.ts"

/** The first two emails go to an unconfirmed address, so they hold no text of the sender, not even the name. */
export const outreachJobs = ({
  mail,
  keyedHash,
  site,
  ...deps
}: Pick<Deps, "db" | "mail" | "now" | "keyedHash" | "site">): Readonly<Record<string, Handler>> => ({
  "membership.welcome": async ({ to, language, leftBy }: Recipient, { key }) => {
    const t = (message: Parameters<typeof text>[1]) => text(language, message, { site: site.name })
    const subject = t("mail.welcome.subject")
    const parts = renderEmail({
      language,
      subject,
      greeting: t("mail.welcome.greeting"),
      paragraphs: [t("mail.welcome.thanks"), t("mail.welcome.next"), t("mail.welcome.questions")],
      action: { label: t("mail.welcome.action"), url: `${site.url}${pathIn(language, "/")}#programs-title` },
      ...(leftBy && {
        link: {
          label: t("mail.welcome.newsletters"),
          url: choiceLink({ keyedHash, site }, { membershipId: leftBy }, language),
        },
      }),
      footer: t("mail.footer"),
    })
    await mail.send({ key, to, language, subject, ...parts })
  },
  "contact.received": async ({ to, language }: Recipient, { key }) => {
    const t = (message: Parameters<typeof text>[1]) => text(language, message, { site: site.name })
    const subject = t("mail.contact.subject")
    const parts = renderEmail({
      language,
      subject,
      greeting: t("mail.contact.greeting_nameless"),
      paragraphs: [t("mail.contact.received"), ...(await openingSentences({ ...deps, site }, language))],
      action: { label: t("mail.contact.action"), url: `${site.url}${pathIn(language, "/programs")}` },
      footer: t("mail.contact.footer"),
    })
    await mail.send({ key, to, language, subject, ...parts })
  },
  "contact.reply": async ({ to, name, language, message, answered, writtenAt }: ReplyEmail, { key }) => {
    const day = formatDay(language, writtenAt, site.timeZone)
    const t = (key: Parameters<typeof text>[1]) => text(language, key, { site: site.name, name, day })
    const subject = t("mail.reply.subject")
    const parts = renderEmail({
      language,
      subject,
      greeting: t("mail.contact.greeting"),
      paragraphs: message.split(/\n\s*\n/),
      quote: { intro: t("mail.reply.yours"), text: answered },
      action: { label: t("mail.reply.action"), url: `${site.url}${pathIn(language, "/contact")}` },
      footer: t("mail.reply.footer"),
    })
    await mail.send({ key, to, language, subject, ...parts })
  },
})
