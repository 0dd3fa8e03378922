import { MARK } from "./email.ts"

/** With its blank (RFC 3676, 4.3). */
const SIGNATURE = "-- "
const QUOTED = /^\s*>/
const ORIGINAL = /^\s*-{2,}\s?(original message|message d.origine|message original|mensaje original)\s?-{2,}\s*$/i
/** What mail programs write above a quote, in one line or several. */
const ATTRIBUTION = /^(on|le|el|en|nan|lè)\s.*(wrote|écrit|escribió|ekri)\s*:$/i
const ATTRIBUTION_LINES = 4
const LONGEST = 400
/** Others repeat the letter's head. */
const HEAD = /^\s*\*?(from|sent|date|to|cc|subject|de|envoyé|à|objet|enviado|enviado el|fecha|para|asunto)\s?:/i
const HEAD_LINES = 3
const RULE = /^\s*[_-]{5,}\s*$/

/**
 * What somebody wrote into an answer to a letter: what stands above our mark, without what a mail program puts there
 * itself. Who writes below the quote, or into it, is understood where the quote is marked line by line.
 */
export function ownWords(text: string): string {
  const lines = text.split(/\r\n|\r|\n/)
  const mark = lines.findIndex((line) => line.includes(MARK))
  if (mark < 0) return joined(withoutQuote(lines, false))
  const above = joined(withoutQuote(lines.slice(0, mark), true))
  if (above || !QUOTED.test(lines[mark] ?? "")) return above
  return joined(unsigned(lines.slice(mark)).filter((line) => !QUOTED.test(line)))
}

/** Without what ends the lines and is nobody's words; `isAnswer` when a quote has been cut off after them. */
function withoutQuote(lines: readonly string[], isAnswer: boolean): readonly string[] {
  const original = lines.findIndex((line) => ORIGINAL.test(line))
  const all = original < 0 ? lines : lines.slice(0, original)
  const said = unsigned(all)
  const ended = ending(said)
  const quote = ended.findLastIndex((line) => !QUOTED.test(line) && line.trim() !== "") + 1
  const own = ending(ended.slice(0, quote))
  const isBeforeQuote = quote < ended.length || ((isAnswer || original >= 0) && said.length === all.length)
  return isBeforeQuote ? withoutIntroduction(own) : own
}

function unsigned(lines: readonly string[]): readonly string[] {
  const signature = lines.indexOf(SIGNATURE)
  return signature < 0 ? lines : lines.slice(0, signature)
}

function withoutIntroduction(lines: readonly string[]): readonly string[] {
  for (let count = 1; count <= ATTRIBUTION_LINES; count += 1) {
    const last = lines.slice(-count).join(" ").trim()
    if (last.length <= LONGEST && ATTRIBUTION.test(last)) return ending(lines.slice(0, -count))
  }
  const head = lines.findLastIndex((line) => !HEAD.test(line)) + 1
  const own = lines.length - head < HEAD_LINES ? lines : ending(lines.slice(0, head))
  return RULE.test(own.at(-1) ?? "") ? own.slice(0, -1) : own
}

/** Without empty lines at the end. */
function ending(lines: readonly string[]): readonly string[] {
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== "") + 1)
}

function joined(lines: readonly string[]): string {
  return lines.join("\n").trim()
}
