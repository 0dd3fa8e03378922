/** Adults read 200 to 240 words a minute; many readers read in their second language. */
const WORDS_PER_MINUTE = 180

/** @param text Markdown
 *  @returns whole minutes, at least 1 */
export function readingMinutes(text: string): number {
  const words = text.match(/[\p{L}\p{N}]+(?:[’'-][\p{L}\p{N}]+)*/gu)?.length ?? 0
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE))
}
