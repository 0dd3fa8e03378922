import { type SQL, sql } from "drizzle-orm"

/** The shortest text that the trigram index can find in the middle of a word, in characters. */
const MIN_INFIX = 3

/** Each word is in the text, a very short one at a word start; `kreyol` finds `Kreyòl` (no case, no accents). */
export function searchFilters(text: SQL | undefined, query: string | undefined): readonly SQL[] {
  if (!text || !query) return []
  return splitWords(query).map((word) =>
    [...word].length < MIN_INFIX
      ? sql`(${text} like ${`${escapeLike(word)}%`} or ${text} like ${`% ${escapeLike(word)}%`})`
      : sql`${text} like ${`%${escapeLike(word)}%`}`,
  )
}

/** A text without any, such as a hyphen, filters nothing. */
export function hasWords(query: string): boolean {
  return splitWords(query).length > 0
}

function splitWords(query: string): string[] {
  const folded = query.normalize("NFD").replaceAll(/[\u0300-\u036f]/g, "")
  return folded
    .toLowerCase()
    .split(/[\s-]+/)
    .filter(Boolean)
}

function escapeLike(word: string): string {
  return word.replaceAll(/[\\%_]/g, "\\$&")
}
