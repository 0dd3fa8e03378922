import type { NewsletterRecord } from "@haitech/contract/admin/newsletters"
import type { Language } from "@haitech/contract/languages"
import type { NewsletterTopic } from "@haitech/contract/newsletters"
import type { Program } from "@haitech/contract/outreach"
import type { InputOf } from "@haitech/contract/route"
import type { routes } from "@haitech/contract/routes"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { PROGRAM_TEXTS } from "#platform/i18n/program-texts.ts"
import { TOPIC_TEXTS } from "#platform/i18n/topic-texts.ts"

export const STATE_TEXTS = {
  draft: { text: "admin.state_draft", tone: "plain" },
  scheduled: { text: "admin.state_scheduled", tone: "wait" },
  sending: { text: "admin.state_sending", tone: "info" },
  stopped: { text: "admin.state_stopped", tone: "bad" },
  sent: { text: "admin.state_sent", tone: "good" },
} as const

/** The fields of a language. */
export const FIELDS = {
  en: { subject: "subjectEn", content: "contentEn" },
  fr: { subject: "subjectFr", content: "contentFr" },
  ht: { subject: "subjectHt", content: "contentHt" },
  es: { subject: "subjectEs", content: "contentEs" },
} as const satisfies Readonly<Record<Language, object>>

type NewsletterValues = ReturnType<typeof toNewsletterValues>

export function toNewsletterValues(newsletter: NewsletterRecord | null) {
  return {
    topic: newsletter?.topic ?? "programs",
    program: newsletter?.program ?? "",
    subjectEn: newsletter?.subjectEn ?? "",
    contentEn: newsletter?.contentEn ?? "",
    subjectFr: newsletter?.subjectFr ?? "",
    contentFr: newsletter?.contentFr ?? "",
    subjectHt: newsletter?.subjectHt ?? "",
    contentHt: newsletter?.contentHt ?? "",
    subjectEs: newsletter?.subjectEs ?? "",
    contentEs: newsletter?.contentEs ?? "",
  }
}

export function toNewsletterForm(
  { topic, program, ...texts }: NewsletterValues,
  basis: NewsletterRecord | null,
): InputOf<typeof routes.createNewsletter>["body"] {
  return {
    ...texts,
    topic: topicOf(topic),
    program: entryOf(PROGRAM_TEXTS, program) ? (program as Program) : null,
    ...(basis && { version: basis.version }),
  }
}

export function topicOf(value: string): NewsletterTopic {
  return entryOf(TOPIC_TEXTS, value) ? (value as NewsletterTopic) : "programs"
}
