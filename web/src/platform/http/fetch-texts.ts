import { takeFirstResponse } from "./first-requests.ts"
import { fetchFragment } from "./request.ts"

/** The texts of a fragment that is a `TextList`, by message key. @throws what `fetchFragment` throws */
export async function fetchTexts(name: string, language: string): Promise<Readonly<Record<string, string>>> {
  const html = await fetchFragment(name, language, takeFirstResponse(name))
  const list = new DOMParser().parseFromString(html, "text/html")
  return Object.fromEntries([...list.querySelectorAll("[id]")].map(({ id, textContent }) => [id, textContent]))
}
