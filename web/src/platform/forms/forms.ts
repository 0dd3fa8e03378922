import { type FieldError, fieldErrors } from "@haitech/contract/field-errors"
import type { Language } from "@haitech/contract/languages"
import type { ParsedInput, Route } from "@haitech/contract/route"
import { CallFailed, type RequestOptions, requestText } from "#platform/http/request.ts"

/**
 * The outcome of a submit. An invalid form was not sent: its errors are codes of the contract, or texts by field. After a
 * refusal, `texts` are the server's messages by field, `message` its general one.
 */
export type SubmitResult<Body = unknown> =
  | { readonly state: "sent"; readonly body: Body }
  | { readonly state: "invalid"; readonly codes: Readonly<Record<string, FieldError>> }
  | { readonly state: "invalid"; readonly texts: Readonly<Record<string, string>> }
  | Refusal

interface Refusal {
  readonly state: "refused"
  readonly texts: Readonly<Record<string, string>>
  /** Null without a response. */
  readonly status: number | null
  readonly message: string | null
  readonly error: unknown
}

export type BodyOf<R extends Route> = ParsedInput<R> extends { readonly body: infer Body } ? Body : never

/** The first submit loads the contract. Every failure, also to load it, is a refusal; the fields keep their input. */
export async function sendForm<R extends Route>(
  load: () => Promise<R>,
  form: FormData,
  language: Language,
  options?: RequestOptions,
): Promise<SubmitResult<BodyOf<R>>> {
  try {
    const route = await load()
    const parsed = route.body?.safeParse(formValues(form))
    if (!parsed?.success) return { state: "invalid", codes: fieldErrors(parsed?.error.issues ?? []) }
    await requestText(route, { body: parsed.data }, language, options)
    return { state: "sent", body: parsed.data as BodyOf<R> }
  } catch (error) {
    return refusal(error)
  }
}

export function refusal(error: unknown): Refusal {
  const { status, problem } = error instanceof CallFailed ? error : { status: null, problem: null }
  return { state: "refused", texts: problem?.fields ?? {}, status, message: problem?.message ?? null, error }
}

/** The fields without `page`, which only plain HTML posts need. */
export function formValues(form: FormData): Record<string, FormDataEntryValue> {
  const { page: _page, ...values } = Object.fromEntries(form)
  return values
}

export type FieldTexts = Readonly<Partial<Record<`field.${FieldError}`, string>>>

/** The error text of each field, from the contract's codes or as it is. */
export function fieldTexts(result: SubmitResult, texts: FieldTexts): Readonly<Record<string, string>> {
  if (result.state === "sent") return {}
  return "codes" in result ? errorTexts(result.codes, texts) : result.texts
}

export function errorTexts(
  codes: Readonly<Record<string, FieldError>> | undefined,
  texts: FieldTexts,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(codes ?? {}).map(([field, code]) => [field, texts[`field.${code}`] ?? texts["field.invalid"] ?? ""]),
  )
}
