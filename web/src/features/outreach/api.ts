import { type FieldError, fieldErrors } from "@haitech/contract/field-errors"
import type { Language } from "@haitech/contract/languages"
import { ask, CallFailed } from "#platform/ask.ts"

/** What became of a request to join. Of a refusal, `texts` are what the server says of single fields. */
export type Joining =
  | { readonly state: "joined"; readonly name: string }
  | { readonly state: "invalid"; readonly words: Readonly<Record<string, FieldError>> }
  | { readonly state: "refused"; readonly texts: Readonly<Record<string, string>>; readonly status: number | null }

/**
 * §7 POST /api/membership with what stands in a form. The contract is fetched with the first attempt; whatever goes
 * wrong on the way, that included, is a refusal (`status` null: no answer), and what was typed stays where it is.
 */
export async function join(form: FormData, language: Language): Promise<Joining> {
  try {
    const { joinMembership, MembershipRequest } = await import("@haitech/contract/outreach")
    const request = MembershipRequest.safeParse(Object.fromEntries(form))
    if (!request.success) return { state: "invalid", words: fieldErrors(request.error.issues) }
    await ask(joinMembership, { body: request.data }, language)
    return { state: "joined", name: request.data.name }
  } catch (error) {
    if (!(error instanceof CallFailed)) return { state: "refused", texts: {}, status: null }
    return { state: "refused", texts: error.problem?.fields ?? {}, status: error.status }
  }
}

type FieldTexts = Readonly<Partial<Record<`field.${FieldError}`, string>>>

/** What stands under each field, from the contract's words or the server's texts. */
export function fieldTexts(joining: Joining | null, texts: FieldTexts): Readonly<Record<string, string>> {
  if (joining?.state === "refused") return joining.texts
  return joining?.state === "invalid" ? inWords(joining.words, texts) : {}
}

/** The same for words alone, as they come with the answer to a plain HTML form. */
export function inWords(words: Readonly<Record<string, FieldError>>, texts: FieldTexts): Record<string, string> {
  return Object.fromEntries(Object.entries(words).map(([field, word]) => [field, texts[`field.${word}`] ?? ""]))
}

/** Without script the browser checks the fields; with it, our own words do, in the reader's language. */
export function takeOverChecks(form: HTMLFormElement | null): void {
  if (form) form.noValidate = true
}
