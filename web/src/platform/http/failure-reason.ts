import { fetchTexts } from "./fetch-texts.ts"
import { dialogFor, refusalMessage } from "./raw-errors.ts"

/** The server's reason or the message of spec §8, in the page's language. @throws what `fetchFragment` throws */
export async function failureReason(error: unknown, language: string): Promise<string> {
  const refusal = refusalMessage(error)
  if (refusal !== undefined) return refusal
  const texts = await fetchTexts("errors", language)
  return texts[dialogFor(error).message] ?? ""
}
