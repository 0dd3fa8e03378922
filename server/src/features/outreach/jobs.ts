import { formatDay } from "@haitech/contract/clock"
import { pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import type { Handler } from "#platform/jobs/worker.ts"
import { renderEmail } from "#platform/mail/email.ts"
import { text } from "#platform/messages.ts"
import type { ReplyEmail } from "./service/replies.ts"
import type { Recipient } from "./service/visitors.ts"

/** What outreach does later: the welcome letter, with §8's "next steps", and the word that a message arrived. */
export const outreachJobs = ({ mail, site }: Pick<Deps, "mail" | "site">): Readonly<Record<string, Handler>> => ({
  "membership.welcome": async ({ to, name, language }: Recipient, { key }) => {
    const say = (message: Parameters<typeof text>[1]) => text(language, message, { site: site.name, name })
    const subject = say("mail.welcome.subject")
    const parts = renderEmail({
      language,
      subject,
      greeting: say("mail.welcome.greeting"),
      paragraphs: [say("mail.welcome.thanks"), say("mail.welcome.next"), say("mail.welcome.questions")],
      action: { label: say("mail.welcome.action"), url: `${site.url}${pathIn(language, "/")}#programs-title` },
      footer: say("mail.footer"),
    })
    await mail.send({ key, to, language, subject, ...parts })
  },
  // What was written is not repeated: the letter may go to somebody whose address a stranger typed.
  "contact.received": async ({ to, name, language }: Recipient, { key }) => {
    const say = (message: Parameters<typeof text>[1]) => text(language, message, { site: site.name, name })
    const subject = say("mail.contact.subject")
    const parts = renderEmail({
      language,
      subject,
      greeting: say("mail.contact.greeting"),
      paragraphs: [say("mail.contact.received"), say("mail.contact.hours")],
      action: { label: say("mail.contact.action"), url: `${site.url}${pathIn(language, "/programs")}` },
      footer: say("mail.contact.footer"),
    })
    await mail.send({ key, to, language, subject, ...parts })
  },
  "contact.reply": async ({ to, name, language, message, answered, writtenAt }: ReplyEmail, { key }) => {
    const day = formatDay(language, writtenAt, site.timeZone)
    const say = (words: Parameters<typeof text>[1]) => text(language, words, { site: site.name, name, day })
    const subject = say("mail.reply.subject")
    const parts = renderEmail({
      language,
      subject,
      greeting: say("mail.contact.greeting"),
      paragraphs: message.split(/\n\s*\n/),
      quote: { intro: say("mail.reply.yours"), text: answered },
      action: { label: say("mail.reply.action"), url: `${site.url}${pathIn(language, "/contact")}` },
      footer: say("mail.reply.footer"),
    })
    await mail.send({ key, to, language, subject, ...parts })
  },
})
