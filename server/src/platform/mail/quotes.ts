import { MARK } from "./email.ts"

const SIGNATURE = "-- "
const QUOTED = /^\s*>/
const ORIGINAL = /^\s*-{2,}\s?(original message|message d.origine|message original|mensaje original)\s?-{2,}\s*$/i
/** The introduction that mail programs write above a quote, on one line or several. */
const ATTRIBUTION = /^(on|le|el|en|nan|lè)\s.*(wrote|écrit|escribió|ekri)\s*:$/i
const ATTRIBUTION_LINES = 4
const MAX_ATTRIBUTION = 400
const HEAD = /^\s*\*?(from|sent|date|to|cc|subject|de|envoyé|à|objet|enviado|enviado el|fecha|para|asunto)\s?:/i
const HEAD_LINES = 3
const RULE = /^\s*[_-]{5,}\s*$/

/** Keeps the lines above our marker; finds replies between quoted lines if the mail program marks each of them. */
export function stripQuotes(text: string): string {
  const lines = text.split(/\r\n|\r|\n/)
  const mark = lines.findIndex((line) => line.includes(MARK))
  if (mark < 0) return join(withoutQuote(lines, false))
  const above = join(withoutQuote(lines.slice(0, mark), true))
  if (above || !QUOTED.test(lines[mark] ?? "")) return above
  return join(withoutSignature(lines.slice(mark)).filter((line) => !QUOTED.test(line)))
}

function withoutQuote(lines: readonly string[], isAnswer: boolean): readonly string[] {
  const original = lines.findIndex((line) => ORIGINAL.test(line))
  const all = original < 0 ? lines : lines.slice(0, original)
  const unsigned = withoutSignature(all)
  const trimmed = trimEnd(unsigned)
  const quote = trimmed.findLastIndex((line) => !QUOTED.test(line) && line.trim() !== "") + 1
  const own = trimEnd(trimmed.slice(0, quote))
  const isBeforeQuote = quote < trimmed.length || ((isAnswer || original >= 0) && unsigned.length === all.length)
  return isBeforeQuote ? withoutIntroduction(own) : own
}

function withoutSignature(lines: readonly string[]): readonly string[] {
  const signature = lines.indexOf(SIGNATURE)
  return signature < 0 ? lines : lines.slice(0, signature)
}

function withoutIntroduction(lines: readonly string[]): readonly string[] {
  for (let count = 1; count <= ATTRIBUTION_LINES; count += 1) {
    const last = lines.slice(-count).join(" ").trim()
    if (last.length <= MAX_ATTRIBUTION && ATTRIBUTION.test(last)) return trimEnd(lines.slice(0, -count))
  }
  const head = lines.findLastIndex((line) => !HEAD.test(line)) + 1
  const own = lines.length - head < HEAD_LINES ? lines : trimEnd(lines.slice(0, head))
  return RULE.test(own.at(-1) ?? "") ? own.slice(0, -1) : own
}

function trimEnd(lines: readonly string[]): readonly string[] {
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== "") + 1)
}

function join(lines: readonly string[]): string {
  return lines.join("\n").trim()
}
