import { pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import type { Handler } from "#platform/jobs/worker.ts"
import { renderEmail } from "#platform/mail/email.ts"
import { text } from "#platform/messages.ts"
import { administrators } from "./queries/admin.ts"
import { threadOf } from "./queries/threads.ts"
import { linkTo } from "./service/links.ts"
import { alertAdmins, mailed, unseenAnswers } from "./service/mails.ts"
import { replyAddress } from "./service/reply-addresses.ts"

/** What a letter about a conversation is asked for with: its words are in the conversation. */
interface About {
  readonly threadId: string
}

type Needed = Pick<Deps, "db" | "mail" | "now" | "replies" | "keyedHash" | "site">

/** What the chat does later: unseen answers go to their visitor, and the office hears of a report, or of who waits. */
export const chatJobs = (deps: Needed): Readonly<Record<string, Handler>> => ({
  "chat.unread": async ({ threadId }: About, { key }) => {
    const { mail, site } = deps
    const unseen = await unseenAnswers(deps, threadId)
    if (!unseen) return
    const { to, name, language, answers, asked, isMember } = unseen
    const say = (message: Parameters<typeof text>[1]) => text(language, message, { site: site.name, name })
    const subject = say("mail.chat.subject")
    const page = pathIn(language, isMember ? "/member-dashboard" : "/")
    const url = `${site.url}${page}#chat${isMember ? "" : `=${linkTo(deps, threadId)}`}`
    const replyTo = replyAddress(deps, threadId, to)
    const goOn = say(isMember ? "mail.chat.go_on_member" : "mail.chat.go_on")
    const parts = renderEmail({
      language,
      subject,
      ...(replyTo && { above: say("mail.chat.above") }),
      greeting: say("mail.chat.greeting"),
      paragraphs: [
        say("mail.chat.answered"),
        ...answers.map(({ message }) => message),
        ...(replyTo ? [goOn, say("mail.chat.answerable")] : [`${goOn} ${say("mail.chat.unanswerable")}`]),
      ],
      ...(asked && { quote: { intro: say("mail.chat.yours"), text: asked.message } }),
      action: { label: say("mail.chat.action"), url },
      footer: say(isMember ? "mail.chat.footer_member" : "mail.chat.footer"),
    })
    await mail.send({ key, to, replyTo, language, subject, ...parts })
    await mailed(deps, threadId, answers.at(-1)?.sequence ?? 0)
  },
  // The reason is not repeated: it is read in the office.
  "chat.reported": async ({ threadId }: About, { key }) => {
    if (await threadOf(deps.db, threadId)) await emailAdmins(deps, "chat_reported", `?open=${threadId}`, key)
  },
  "chat.waiting": (_: object, { key }) =>
    alertAdmins(deps, () => emailAdmins(deps, "chat_waiting", "?isUnread=true", key)),
})

/** A letter to every administrator, in their own language, that leads to the office's chat. */
async function emailAdmins(
  { db, mail, site }: Needed,
  about: "chat_reported" | "chat_waiting",
  place: string,
  key: string,
): Promise<void> {
  for (const { id, email, name, language } of await administrators(db)) {
    const say = (message: Parameters<typeof text>[1]) => text(language, message, { site: site.name, name })
    const subject = say(`mail.${about}.subject`)
    const parts = renderEmail({
      language,
      subject,
      greeting: say("mail.account.greeting"),
      paragraphs: [say(`mail.${about}.said`)],
      action: { label: say("mail.chat_office.action"), url: `${site.url}/admin/chat${place}` },
      footer: say("mail.chat_office.footer"),
    })
    await mail.send({ key: `${key}/${id}`, to: email, language, subject, ...parts })
  }
}
