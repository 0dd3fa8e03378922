import { dialogFor, refusalMessage } from "./raw-errors.ts"
import { fetchFragment } from "./request.ts"

/** The server's reason or the message of spec §8, in the page's language. @throws what `fetchFragment` throws */
export async function failureReason(error: unknown, language: string): Promise<string> {
  const refusal = refusalMessage(error)
  if (refusal !== undefined) return refusal
  const texts = new DOMParser().parseFromString(await fetchFragment("errors", language), "text/html")
  return texts.getElementById(dialogFor(error).message)?.textContent ?? ""
}
