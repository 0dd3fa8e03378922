import { type Language, pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { administrators } from "#features/accounts/service/administrators.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import type { Handler } from "#platform/jobs/worker.ts"
import { renderEmail } from "#platform/mail/email.ts"
import { text } from "#platform/messages.ts"
import { findThread } from "./queries/threads.ts"
import { alertAdmins, findUnseenAnswers, markEmailed } from "./service/emails.ts"
import { createLinkToken } from "./service/links.ts"
import { notifyOfReply } from "./service/push.ts"
import { replyAddress } from "./service/reply-addresses.ts"

interface ThreadPayload {
  readonly threadId: string
}

type JobDeps = Pick<Deps, "db" | "mail" | "now" | "push" | "replies" | "keyedHash" | "site">

export const chatJobs = (deps: JobDeps): Readonly<Record<string, Handler>> => ({
  "chat.unread": async ({ threadId }: ThreadPayload, { key }) => {
    const { mail, site } = deps
    const unseen = await findUnseenAnswers(deps, threadId)
    if (!unseen) return
    const { to, name, language, answers, question, isMember } = unseen
    const t = (message: Parameters<typeof text>[1]) => text(language, message, { site: site.name, name })
    const subject = t("mail.chat.subject")
    const page = pathIn(language, isMember ? "/member-dashboard" : "/")
    const url = `${site.url}${page}#chat${isMember ? "" : `=${createLinkToken(deps, threadId)}`}`
    const replyTo = replyAddress(deps, threadId, to)
    const continueText = t(isMember ? "mail.chat.go_on_member" : "mail.chat.go_on")
    const parts = renderEmail({
      language,
      subject,
      ...(replyTo && { above: t("mail.chat.above") }),
      greeting: t("mail.chat.greeting"),
      paragraphs: [
        t("mail.chat.answered"),
        ...answers.map(({ message }) => message),
        ...(replyTo ? [continueText, t("mail.chat.answerable")] : [`${continueText} ${t("mail.chat.unanswerable")}`]),
      ],
      ...(question && { quote: { intro: t("mail.chat.yours"), text: question.message } }),
      action: { label: t("mail.chat.action"), url },
      footer: t(isMember ? "mail.chat.footer_member" : "mail.chat.footer"),
    })
    await mail.send({ key, to, replyTo, language, subject, ...parts })
    await markEmailed(deps, threadId, answers.at(-1)?.sequence ?? 0)
  },
  "chat.reply_push": ({ threadId }: ThreadPayload, { key }) => notifyOfReply(deps, key, threadId),
  // The email omits the reason: administrators read it in the admin area.
  "chat.reported": async ({ threadId }: ThreadPayload, { key }) => {
    const email = { event: "chat_reported", query: `?open=${threadId}`, threadId } as const
    if (await findThread(deps.db, threadId)) await enqueueForAdmins(deps, email, key)
  },
  "chat.waiting": (_: object, { key }) =>
    alertAdmins(deps, () => enqueueForAdmins(deps, { event: "chat_waiting", query: "?isUnread=true" }, key)),
  "chat.admin": async ({ to, name, language, event, query, threadId }: AdminEmail, { key }) => {
    const { mail, site } = deps
    if (threadId && !(await findThread(deps.db, threadId))) return
    const t = (message: Parameters<typeof text>[1]) => text(language, message, { site: site.name, name })
    const subject = t(`mail.${event}.subject`)
    const parts = renderEmail({
      language,
      subject,
      greeting: t("mail.account.greeting"),
      paragraphs: [t(`mail.${event}.said`)],
      action: { label: t("mail.chat_admin.action"), url: `${site.url}/admin/chat${query}` },
      footer: t("mail.admin.footer"),
    })
    await mail.send({ key, to, language, subject, ...parts })
  },
})

interface AdminEmail {
  readonly to: string
  readonly name: string
  readonly language: Language
  readonly event: "chat_reported" | "chat_waiting"
  readonly query: string
  readonly threadId?: string
}

/** A job for each administrator, so that a refused address stops no other email. */
async function enqueueForAdmins(
  { db }: JobDeps,
  about: Pick<AdminEmail, "event" | "query" | "threadId">,
  key: string,
): Promise<void> {
  for (const { id, email, name, language } of await administrators({ db })) {
    const payload: AdminEmail = { to: email, name, language, ...about }
    await enqueue(db, { kind: "chat.admin", key: `${key}/${id}`, payload })
  }
}
