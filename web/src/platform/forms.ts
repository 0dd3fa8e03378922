import { type FieldError, fieldErrors } from "@haitech/contract/field-errors"
import type { Language } from "@haitech/contract/languages"
import type { Received, Route, Sent } from "@haitech/contract/route"
import { CallFailed, type RequestOptions, request } from "./request.ts"

/** What became of a form. Of a refusal, `texts` are what the server says of single fields, `message` what of it all. */
export type SubmitResult<Body = unknown> =
  | { readonly state: "sent"; readonly body: Body }
  | { readonly state: "invalid"; readonly words: Readonly<Record<string, FieldError>> }
  | {
      readonly state: "refused"
      readonly texts: Readonly<Record<string, string>>
      readonly status: number | null
      readonly message: string | null
      readonly error: unknown
    }

/** What the contract makes of a form. */
export type BodyOf<R extends Route> = Received<R> extends { readonly body: infer Body } ? Body : never

/**
 * Makes a call with what stands in a form. The contract is fetched with the first attempt; whatever goes wrong on the
 * way, that included, is a refusal (`status` null: no answer), and what was typed stays where it is.
 */
export async function sendForm<R extends Route>(
  load: () => Promise<R>,
  form: FormData,
  language: Language,
  options?: RequestOptions,
): Promise<SubmitResult<BodyOf<R>>> {
  try {
    const route = await load()
    const parsed = route.body?.safeParse(formValues(form))
    if (!parsed?.success) return { state: "invalid", words: fieldErrors(parsed?.error.issues ?? []) }
    await request(route, { body: parsed.data } as Sent<R>, language, options)
    return { state: "sent", body: parsed.data as BodyOf<R> }
  } catch (error) {
    const { status, problem } = error instanceof CallFailed ? error : { status: null, problem: null }
    return { state: "refused", texts: problem?.fields ?? {}, status, message: problem?.message ?? null, error }
  }
}

/** What somebody typed: the page a form stands on is for plain posts only. */
export function formValues(form: FormData): Record<string, FormDataEntryValue> {
  const { page: _page, ...typed } = Object.fromEntries(form)
  return typed
}

/** The texts of field errors that a form may need. */
export type FieldTexts = Readonly<Partial<Record<`field.${FieldError}`, string>>>

/** What stands under each field, from the contract's words or the server's texts. */
export function fieldTexts(result: SubmitResult | null, texts: FieldTexts): Readonly<Record<string, string>> {
  if (result?.state === "refused") return result.texts
  return result?.state === "invalid" ? errorTexts(result.words, texts) : {}
}

/** The same for words alone, as they come with the answer to a plain HTML form. */
export function errorTexts(words: Readonly<Record<string, FieldError>>, texts: FieldTexts): Record<string, string> {
  return Object.fromEntries(Object.entries(words).map(([field, word]) => [field, texts[`field.${word}`] ?? ""]))
}
