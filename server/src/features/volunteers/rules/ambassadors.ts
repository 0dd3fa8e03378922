import { AMBASSADOR_CODE, AMBASSADOR_MONTHS } from "@haitech/contract/ambassadors"

const [CONSONANTS, VOWELS, DIGITS] = ["bdfklmnrstv", "aeio", "23456789"]
const [SYLLABLE_COUNT, DIGIT_COUNT] = [4, 3]
/** Rude, or the name of an illness or a brand, in one of the four languages. */
const UNFORTUNATE = /bite|marik|mata|nike|salo|sida|teta|vole/

/** `pick(n)` is a random number from 0 to n - 1. No syllable occurs twice. */
export function newCode(pick: (count: number) => number): string {
  const letter = (letters: string) => letters.charAt(pick(letters.length))
  for (;;) {
    const syllables = Array.from({ length: SYLLABLE_COUNT }, () => letter(CONSONANTS) + letter(VOWELS))
    const word = syllables.join("")
    if (new Set(syllables).size < SYLLABLE_COUNT || UNFORTUNATE.test(word)) continue
    return word + Array.from({ length: DIGIT_COUNT }, () => letter(DIGITS)).join("")
  }
}

/** The code in the path of a link as somebody typed it, in any case. */
export function codeIn(path: string): string | undefined {
  const last = (path.split("/").at(-1) ?? "").toLowerCase()
  return AMBASSADOR_CODE.test(last) ? last : undefined
}

interface MonthCount {
  readonly month: string
  readonly joined: number
}

/** Every month from the first with anybody to `now`, `YYYY-MM`, and the last twelve at most. */
export function monthsUntil(counts: readonly MonthCount[], now: string): MonthCount[] {
  const joined = new Map(counts.map((count) => [count.month, count.joined]))
  const [first] = counts
  const months: MonthCount[] = []
  if (!first) return months
  for (let month = now; month >= first.month && months.length < AMBASSADOR_MONTHS; month = monthBefore(month)) {
    months.unshift({ month, joined: joined.get(month) ?? 0 })
  }
  return months
}

function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number)
  return number > 1 ? `${year}-${String(number - 1).padStart(2, "0")}` : `${year - 1}-12`
}
