import type { Language } from "@haitech/contract/languages"

/** What a letter says; every text is in its reader's language already. */
export interface EmailTexts {
  readonly language: Language
  readonly subject: string
  /** Of a letter that can be answered: asks to write above it. */
  readonly above?: string
  readonly greeting: string
  readonly paragraphs: readonly string[]
  /** What the letter answers, and the line above it. */
  readonly quote?: { readonly intro: string; readonly text: string }
  readonly action?: { readonly label: string; readonly url: string }
  readonly footer: string
}

export interface EmailParts {
  readonly text: string
  readonly html: string
}

/** In the first line of a letter that can be answered: whatever an answer quotes begins here. In no language. */
export const MARK = "#---#"

const WIDTH = 72
const QUOTED = "> "
/** With its blank (RFC 3676, 4.3): mail programs leave out what follows when they quote. */
const SIGNATURE = "-- "

/** Mail programs that know no style sheets keep the light colours, which stand with the elements. */
const DARK =
  "@media(prefers-color-scheme:dark){body{background:#0b1020!important;color:#e9ecf5!important}.sheet{background:#151c33!important}h1{color:#b9c8ff!important}.foot{color:#a9b1c6!important}.act{background:#b9c8ff!important;color:#0b1020!important}}"

/** The two parts of a letter. Everything that is not ours is escaped: a name may hold markup. */
export function renderEmail(texts: EmailTexts): EmailParts {
  return { text: plain(texts), html: markup(texts) }
}

function plain({ above, greeting, paragraphs, quote, action, footer }: EmailTexts): string {
  const blocks = [
    ...(above ? [marked(above)] : []),
    greeting,
    ...paragraphs,
    ...(quote ? [`${quote.intro}\n${quoted(quote.text)}`] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    `${SIGNATURE}\n${footer}`,
  ]
  return `${blocks.map((block) => wrap(block)).join("\n\n")}\n`
}

function markup({ language, subject, above, greeting, paragraphs, quote, action, footer }: EmailTexts): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${lines(text)}</p>`
  const quoted = quote
    ? `${paragraph(quote.intro)}<blockquote style="margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid #cbcfda">${lines(quote.text)}</blockquote>`
    : ""
  const button = action
    ? `<p style="margin:24px 0"><a class="act" href="${escape(action.url)}" style="display:inline-block;padding:12px 24px;border-radius:999px;background:#1437a3;color:#fff;font-weight:600;text-decoration:none">${escape(action.label)}</a></p>`
    : ""
  const mark = above
    ? `<p class="foot" style="margin:0 8px 16px;font-size:13px;color:#565d70">${escape(marked(above))}</p>\n`
    : ""
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escape(subject)}</title><style>${DARK}</style></head>
<body style="margin:0;background:#f5f6fa;color:#12192a;font:16px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px">
${mark}<div style="border-radius:20px 20px 0 0;background:#102779;height:12px"></div>
<div class="sheet" style="border-radius:0 0 20px 20px;background:#fff;padding:32px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25;color:#102779">${escape(greeting)}</h1>
${paragraphs.map(paragraph).join("\n")}
${quoted}${button}
</div>
<p class="foot" style="margin:16px 8px;font-size:13px;color:#565d70">${escape(footer)}</p>
</div>
</body>
</html>
`
}

function marked(above: string): string {
  return `${MARK} ${above} ${MARK}`
}

function quoted(text: string): string {
  return wrap(text, WIDTH - QUOTED.length).replaceAll(/^/gm, QUOTED)
}

function wrap(block: string, width = WIDTH): string {
  return block
    .split("\n")
    .map((line) => line.replace(new RegExp(`(?=.{${width + 1}})(.{1,${width}})\\s`, "g"), "$1\n"))
    .join("\n")
}

function lines(text: string): string {
  return escape(text).replaceAll("\n", "<br>")
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
}
