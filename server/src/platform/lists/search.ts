import { type SQL, sql } from "drizzle-orm"

/** The shortest part of a word that the database's index can look for in the middle of one. */
const SHORTEST_PART = 3

/**
 * What a question asks of the text that is searched: each of its words is somewhere in it, a very short one at the
 * beginning of a word. Case and accents do not matter: `kreyol` finds `Kreyòl`.
 */
export function searches(text: SQL | undefined, question: string | undefined): readonly SQL[] {
  if (!text || !question) return []
  return wordsOf(question).map((word) =>
    [...word].length < SHORTEST_PART
      ? sql`(${text} like ${`${literal(word)}%`} or ${text} like ${`% ${literal(word)}%`})`
      : sql`${text} like ${`%${literal(word)}%`}`,
  )
}

/** The same as the database's `fold`. */
function wordsOf(question: string): string[] {
  const folded = question.normalize("NFD").replaceAll(/[\u0300-\u036f]/g, "")
  return folded
    .toLowerCase()
    .split(/[\s-]+/)
    .filter(Boolean)
}

function literal(word: string): string {
  return word.replaceAll(/[\\%_]/g, "\\$&")
}
