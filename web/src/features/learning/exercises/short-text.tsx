import { LANGUAGES } from "@haitech/contract/languages"
import { Fragment, type ReactNode } from "react"

interface Props {
  readonly text: string
  /** Inside a line: no paragraphs. */
  readonly inline?: true
}

/**
 * The short texts of exercises: paragraphs, `code`, **strong**, *emphasis*, fenced code and `:fr[words of another
 * language]`. Islands use it, because the whole of Markdown is too large for them.
 */
export function ShortText({ text, inline }: Props) {
  if (inline) return <>{inlineParts(text)}</>
  return splitParagraphs(text).map((part, at) =>
    part.isCode ? (
      <pre key={at} className="scrolls" tabIndex={0}>
        <code>{part.text}</code>
      </pre>
    ) : (
      <p key={at}>{inlineParts(part.text)}</p>
    ),
  )
}

/** The same without elements: for labels, options of lists and answers that are stored. */
export function plainText(text: string): string {
  return splitParagraphs(text)
    .map((part) => (part.isCode ? part.text : plainInline(part.text)))
    .join("\n\n")
}

const FENCED = /^```[^\n]*\n(.*?)^```[^\S\n]*$/gms

function splitParagraphs(text: string): { text: string; isCode: boolean }[] {
  return text
    .split(FENCED)
    .flatMap((part, at) =>
      at % 2 === 1
        ? [{ text: part.trimEnd(), isCode: true }]
        : part.split(/\n\s*\n/).map((paragraph) => ({ text: paragraph.trim(), isCode: false })),
    )
    .filter((part) => part.text !== "")
}

const WORDS_OF = LANGUAGES.join("|")
const INLINE = new RegExp(
  `(\`[^\`]+\`)|(\\*\\*.+?\\*\\*(?!\\*))|(\\*[^*\\s](?:[^*]*[^*\\s])?\\*)|:(${WORDS_OF})\\[([^\\]]+)\\]`,
  "gs",
)

function inlineParts(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(INLINE)) {
    parts.push(text.slice(end, match.index), <Fragment key={match.index}>{inlinePart(match)}</Fragment>)
    end = match.index + match[0].length
  }
  return [...parts, text.slice(end)]
}

function inlinePart([whole, code, strong, emphasis, language, words = ""]: RegExpExecArray): ReactNode {
  if (code) return <code>{code.slice(1, -1)}</code>
  if (strong) return <strong>{inlineParts(strong.slice(2, -2))}</strong>
  if (emphasis) return <em>{inlineParts(emphasis.slice(1, -1))}</em>
  return language ? <span lang={language}>{inlineParts(words)}</span> : whole
}

function plainInline(text: string): string {
  return text.replace(
    INLINE,
    (_, code?: string, strong?: string, emphasis?: string, _language?: string, words?: string) =>
      code?.slice(1, -1) ?? plainInline(strong?.slice(2, -2) ?? emphasis?.slice(1, -1) ?? words ?? ""),
  )
}
