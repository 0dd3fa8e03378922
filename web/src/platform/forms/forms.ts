import { type FieldError, fieldErrors } from "@haitech/contract/field-errors"
import type { Language } from "@haitech/contract/languages"
import type { ParsedInput, Route } from "@haitech/contract/route"
import { CallFailed, type RequestOptions, requestText } from "#platform/http/request.ts"

/** The outcome of a submit. After a refusal, `texts` are the server's messages per field, `message` its general one. */
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

/** The parsed body of a route. */
export type BodyOf<R extends Route> = ParsedInput<R> extends { readonly body: infer Body } ? Body : never

/**
 * Validates a form with the contract's schema and sends it. The first submit loads the contract. Every failure, also to
 * load it, is `refused` (`status` is null without a response); the fields keep their input.
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
    await requestText(route, { body: parsed.data }, language, options)
    return { state: "sent", body: parsed.data as BodyOf<R> }
  } catch (error) {
    const { status, problem } = error instanceof CallFailed ? error : { status: null, problem: null }
    return { state: "refused", texts: problem?.fields ?? {}, status, message: problem?.message ?? null, error }
  }
}

/** The fields without `page`, which only plain HTML posts need. */
export function formValues(form: FormData): Record<string, FormDataEntryValue> {
  const { page: _page, ...values } = Object.fromEntries(form)
  return values
}

/** Texts of field errors, by message key. */
export type FieldTexts = Readonly<Partial<Record<`field.${FieldError}`, string>>>

/** The error text of each field, from the contract's codes or the server's texts. */
export function fieldTexts(result: SubmitResult | null, texts: FieldTexts): Readonly<Record<string, string>> {
  if (result?.state === "refused") return result.texts
  return result?.state === "invalid" ? errorTexts(result.words, texts) : {}
}

/** The error text of each field from its code, as in the response to a plain HTML post. */
export function errorTexts(codes: Readonly<Record<string, FieldError>>, texts: FieldTexts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(codes).map(([field, code]) => [field, texts[`field.${code}`] ?? texts["field.invalid"] ?? ""]),
  )
}
