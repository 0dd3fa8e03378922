import type { Language } from "@haitech/contract/languages"
import { text } from "#platform/messages.ts"

export interface EmailTexts {
  readonly language: Language
  readonly subject: string
  /** Asks the reader to reply above this line; only in emails with a reply address. */
  readonly above?: string
  readonly greeting: string
  readonly paragraphs: readonly string[]
  /** Rendered Markdown, below the paragraphs. */
  readonly content?: EmailParts
  readonly quote?: { readonly intro: string; readonly text: string }
  readonly action?: { readonly label: string; readonly url: string }
  /** A second address, in full below the action. */
  readonly link?: { readonly label: string; readonly url: string }
  readonly footer: string
}

export interface EmailParts {
  readonly text: string
  readonly html: string
}

/** Marks the first line of an email with a reply address, in every language: quoted text in a reply starts here. */
export const MARK = "#---#"

const WIDTH = 72
const QUOTE_PREFIX = "> "
/** With the trailing space (RFC 3676, 4.3): mail programs do not quote the signature. */
const SIGNATURE = "-- "

const DARK =
  "@media(prefers-color-scheme:dark){body{background:#0b1020!important;color:#e9ecf5!important}.sheet{background:#151c33!important}h1{color:#b9c8ff!important}.foot{color:#a9b1c6!important}.act{background:#b9c8ff!important;color:#0b1020!important}.link{color:#b9c8ff!important}}"

/** Renders the text part and the HTML part of an email. Escapes every text, because a name may contain markup. */
export function renderEmail(texts: EmailTexts): EmailParts {
  return { text: renderText(texts), html: renderHtml(texts) }
}

function renderText({
  language,
  above,
  greeting,
  paragraphs,
  content,
  quote,
  action,
  link,
  footer,
}: EmailTexts): string {
  const blocks = [
    ...(above ? [markerLine(above)] : []),
    greeting,
    ...paragraphs,
    ...(content ? [content.text] : []),
    ...(quote ? [`${quote.intro}\n${quoteLines(quote.text)}`] : []),
    ...[action, link].flatMap((target) => (target ? [`${introduce(language, target)}\n${target.url}`] : [])),
    `${SIGNATURE}\n${footer}`,
  ]
  return `${blocks.map((block) => wrap(block)).join("\n\n")}\n`
}

function renderHtml({
  language,
  subject,
  above,
  greeting,
  paragraphs,
  content,
  quote,
  action,
  link,
  footer,
}: EmailTexts): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${htmlLines(text)}</p>`
  const quotation = quote
    ? `${paragraph(quote.intro)}<blockquote style="margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid #cbcfda">${htmlLines(quote.text)}</blockquote>`
    : ""
  const button = action
    ? `<p style="margin:24px 0"><a class="act" href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 24px;border-radius:999px;background:#1437a3;color:#fff;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>`
    : ""
  const second = link
    ? `<p style="margin:0">${escapeHtml(introduce(language, link))}<br><a class="link" href="${escapeHtml(link.url)}" style="color:#1437a3;word-break:break-all">${escapeHtml(link.url)}</a></p>`
    : ""
  const marker = above
    ? `<p class="foot" style="margin:0 8px 16px;font-size:13px;color:#565d70">${escapeHtml(markerLine(above))}</p>\n`
    : ""
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${DARK}</style></head>
<body style="margin:0;background:#f5f6fa;color:#12192a;font:16px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px">
${marker}<div style="border-radius:20px 20px 0 0;background:#102779;height:12px"></div>
<div class="sheet" style="border-radius:0 0 20px 20px;background:#fff;padding:32px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25;color:#102779">${escapeHtml(greeting)}</h1>
${paragraphs.map(paragraph).join("\n")}${content?.html ?? ""}
${quotation}${button}${second}
</div>
<p class="foot" style="margin:16px 8px;font-size:13px;color:#565d70">${escapeHtml(footer)}</p>
</div>
</body>
</html>
`
}

/** The label with the colon of the language: French has a space before it. */
function introduce(language: Language, { label }: { readonly label: string }): string {
  return text(language, "mail.label", { label })
}

function markerLine(above: string): string {
  return `${MARK} ${above} ${MARK}`
}

function quoteLines(text: string): string {
  return wrap(text, WIDTH - QUOTE_PREFIX.length).replaceAll(/^/gm, QUOTE_PREFIX)
}

/** Breaks lines at plain spaces: French has one that does not break before its colons and question marks. */
function wrap(block: string, width = WIDTH): string {
  return block
    .split("\n")
    .map((line) => line.replace(new RegExp(`(?=.{${width + 1}})(.{1,${width}}) `, "g"), "$1\n"))
    .join("\n")
}

function htmlLines(text: string): string {
  return escapeHtml(text).replaceAll("\n", "<br>")
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
}
