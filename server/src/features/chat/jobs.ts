import { pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import type { Handler } from "#platform/jobs/worker.ts"
import { renderEmail } from "#platform/mail/email.ts"
import { text } from "#platform/messages.ts"
import { administrators } from "./queries/admin.ts"
import { findThread } from "./queries/threads.ts"
import { alertAdmins, findUnseenAnswers, markEmailed } from "./service/emails.ts"
import { createLinkToken } from "./service/links.ts"
import { replyAddress } from "./service/reply-addresses.ts"

/** Payload of the jobs; a job reads the messages from the thread. */
interface ThreadPayload {
  readonly threadId: string
}

type JobDeps = Pick<Deps, "db" | "mail" | "now" | "replies" | "keyedHash" | "site">

/** Outbox jobs that email visitors their unseen answers, and administrators about reports and waiting visitors. */
export const chatJobs = (deps: JobDeps): Readonly<Record<string, Handler>> => ({
  "chat.unread": async ({ threadId }: ThreadPayload, { key }) => {
    const { mail, site } = deps
    const unseen = await findUnseenAnswers(deps, threadId)
    if (!unseen) return
    const { to, name, language, answers, question, isMember } = unseen
    const say = (message: Parameters<typeof text>[1]) => text(language, message, { site: site.name, name })
    const subject = say("mail.chat.subject")
    const page = pathIn(language, isMember ? "/member-dashboard" : "/")
    const url = `${site.url}${page}#chat${isMember ? "" : `=${createLinkToken(deps, threadId)}`}`
    const replyTo = replyAddress(deps, threadId, to)
    const continueText = say(isMember ? "mail.chat.go_on_member" : "mail.chat.go_on")
    const parts = renderEmail({
      language,
      subject,
      ...(replyTo && { above: say("mail.chat.above") }),
      greeting: say("mail.chat.greeting"),
      paragraphs: [
        say("mail.chat.answered"),
        ...answers.map(({ message }) => message),
        ...(replyTo
          ? [continueText, say("mail.chat.answerable")]
          : [`${continueText} ${say("mail.chat.unanswerable")}`]),
      ],
      ...(question && { quote: { intro: say("mail.chat.yours"), text: question.message } }),
      action: { label: say("mail.chat.action"), url },
      footer: say(isMember ? "mail.chat.footer_member" : "mail.chat.footer"),
    })
    await mail.send({ key, to, replyTo, language, subject, ...parts })
    await markEmailed(deps, threadId, answers.at(-1)?.sequence ?? 0)
  },
  // The email omits the reason: administrators read it in the admin area.
  "chat.reported": async ({ threadId }: ThreadPayload, { key }) => {
    if (await findThread(deps.db, threadId)) await emailAdmins(deps, "chat_reported", `?open=${threadId}`, key)
  },
  "chat.waiting": (_: object, { key }) =>
    alertAdmins(deps, () => emailAdmins(deps, "chat_waiting", "?isUnread=true", key)),
})

/** Emails every administrator, in their language, a link to the chat of the admin area. */
async function emailAdmins(
  { db, mail, site }: JobDeps,
  event: "chat_reported" | "chat_waiting",
  query: string,
  key: string,
): Promise<void> {
  for (const { id, email, name, language } of await administrators(db)) {
    const say = (message: Parameters<typeof text>[1]) => text(language, message, { site: site.name, name })
    const subject = say(`mail.${event}.subject`)
    const parts = renderEmail({
      language,
      subject,
      greeting: say("mail.account.greeting"),
      paragraphs: [say(`mail.${event}.said`)],
      action: { label: say("mail.chat_office.action"), url: `${site.url}/admin/chat${query}` },
      footer: say("mail.chat_office.footer"),
    })
    await mail.send({ key: `${key}/${id}`, to: email, language, subject, ...parts })
  }
}
