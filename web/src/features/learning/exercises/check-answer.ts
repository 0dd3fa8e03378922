import type { ExerciseOf } from "@haitech/contract/lessons"

/** `GAP` of the contract, whose schemas no exercise loads. */
export const GAP_MARK = "___"

/** Without case, accents, ligatures, doubled spaces and the punctuation at the end; phones type curly quotes. */
function normalizeAnswer(text: string): string {
  return straightQuotes(text)
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae")
    .replace(/\s+/g, " ")
    .replace(/[\s.,;:!?…¡¿]+$/u, "")
    .replace(/^[\s¡¿]+/u, "")
}

/** For programs: capital letters and accents count, spaces beside signs do not. */
export function normalizeCode(text: string): string {
  return straightQuotes(text)
    .normalize("NFC")
    .trim()
    .replace(/\s+/g, " ")
    .replace(/ ?([^\p{L}\p{N}_ ]) ?/gu, "$1")
}

export function isAccepted(text: string, accept: readonly string[], normalize = normalizeAnswer): boolean {
  const given = normalize(text)
  return given !== "" && accept.some((accepted) => normalize(accepted) === given)
}

/**
 * The spelling to learn, where an accepted answer differs from it only in case, accents or punctuation. A sentence may
 * begin with a capital letter and end with any sign, also where the spelling does not.
 */
export function properSpelling(text: string, accept: readonly string[]): string | undefined {
  const given = text.trim().replace(/\s+/g, " ").normalize("NFC")
  const same = accept.filter((accepted) => normalizeAnswer(accepted) === normalizeAnswer(given))
  const bare = (spelling: string) => straightQuotes(spelling).replace(/[\s.,;:!?…]+$/u, "")
  const right = [bare(given), bare(given.replace(/^[¡¿\s]*\p{L}/u, (start) => start.toLowerCase()))]
  return same.some((accepted) => right.includes(bare(accepted))) ? undefined : same[0]
}

/** One truth for each gap. */
export function checkGaps({ gaps, code }: ExerciseOf<"fill">, values: readonly string[]): boolean[] {
  return gaps.map(({ accept }, at) => isAccepted(values[at] ?? "", accept, code ? normalizeCode : normalizeAnswer))
}

export function areChoicesRight({ options }: ExerciseOf<"choice" | "choices">, chosen: readonly number[]): boolean {
  return options.every(({ correct }, at) => correct === chosen.includes(at))
}

/** `[0, 1, 2, …]` in an order that `seed` decides, the same on server and device; never the order of the numbers. */
export function shuffledIndexes(count: number, seed: string): number[] {
  let state = [...seed].reduce((sum, sign) => (Math.imul(sum, 31) + sign.charCodeAt(0)) >>> 0, 7)
  const indexes = Array.from({ length: count }, (_, at) => at)
  for (let at = count - 1; at > 0; at--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = Math.floor((state / 2 ** 32) * (at + 1))
    const [one = 0, two = 0] = [indexes[at], indexes[other]]
    indexes[at] = two
    indexes[other] = one
  }
  return indexes.every((index, at) => index === at) ? [...indexes.slice(1), 0] : indexes
}

function straightQuotes(text: string): string {
  return text.replace(/[‘’ʼ`´]/g, "'").replace(/[“”«»]/g, '"')
}
