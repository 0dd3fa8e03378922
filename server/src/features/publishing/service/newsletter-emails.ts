import { NEWSLETTER_BYTES } from "@haitech/contract/admin/newsletters"
import { type Language, pathIn } from "@haitech/contract/languages"
import type { NewsletterTopic } from "@haitech/contract/newsletters"
import type { Deps } from "#deps.ts"
import type { NewsletterRow } from "#features/publishing/table/newsletters.ts"
import { type EmailParts, renderEmail } from "#platform/mail/email.ts"
import { renderMarkdown } from "#platform/mail/markdown.ts"
import { text } from "#platform/messages.ts"

type EmailDeps = Pick<Deps, "organization" | "site">

interface Issue {
  readonly topic: NewsletterTopic
  readonly language: Language
  readonly subject: string
  readonly content: string
  /** Where the reader chooses what to get. */
  readonly link?: string | undefined
}

export function renderNewsletter(
  { organization, site }: EmailDeps,
  { topic, language, subject, content, link = site.url + pathIn(language, "/newsletters") }: Issue,
): EmailParts {
  const values = { site: site.name, topic: text(language, `newsletter_topic.${topic}`) }
  const sender = [organization.name, organization.address].filter(Boolean).join(", ")
  return renderEmail({
    language,
    subject,
    greeting: subject,
    paragraphs: [],
    content: renderMarkdown(content, site.url),
    link: { label: text(language, "mail.newsletter.choose"), url: link },
    footer: `${text(language, "mail.newsletter.why", values)} ${sender}`,
  })
}

type Texts = Pick<
  NewsletterRow,
  "subjectEn" | "contentEn" | "subjectFr" | "contentFr" | "subjectHt" | "contentHt" | "subjectEs" | "contentEs"
>

/** English for a language that is missing. */
export function textsIn(newsletter: Texts, language: Language) {
  const { subjectEn, contentEn } = newsletter
  const texts = {
    en: { subject: subjectEn, content: contentEn },
    fr: { subject: newsletter.subjectFr, content: newsletter.contentFr },
    ht: { subject: newsletter.subjectHt, content: newsletter.contentHt },
    es: { subject: newsletter.subjectEs, content: newsletter.contentEs },
  }
  const { subject, content } = texts[language]
  return subject !== null && content !== null
    ? { language, subject, content }
    : { language: "en" as const, ...texts.en }
}

export function isTooLarge(parts: EmailParts): boolean {
  return emailBytes(parts) > NEWSLETTER_BYTES
}

const HEADER_BYTES = 1500
const QUOTED = /[^\n\x20-\x3c\x3e-\x7e]/gu

/** At most, in either encoding that a mail program may choose (RFC 2045). */
export function emailBytes({ text: plain, html }: EmailParts): number {
  return [plain, html].reduce((sum, part) => sum + Math.max(quotedBytes(part), base64Bytes(part)), HEADER_BYTES)
}

function quotedBytes(part: string): number {
  const quoted = (part.match(QUOTED) ?? []).reduce((sum, char) => sum + 2 * Buffer.byteLength(char), 0)
  const bytes = Buffer.byteLength(part) + quoted
  const lines = part.split("\n").length + Math.ceil(bytes / 70)
  return bytes + 3 * lines
}

function base64Bytes(part: string): number {
  return Math.ceil((Buffer.byteLength(part) / 3) * 4 * (78 / 76))
}
