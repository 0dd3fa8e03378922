import { fieldErrors } from "@haitech/contract/field-errors"
import type { Language } from "@haitech/contract/languages"
import type { Application, applyAsVolunteer } from "@haitech/contract/volunteers"
import { type BodyOf, formValues, refusal, type SubmitResult } from "#platform/forms/forms.ts"
import { requestText } from "#platform/http/request.ts"

export type ApplicationSubmitResult = SubmitResult<BodyOf<typeof applyAsVolunteer>>

interface SentApplication {
  readonly result: ApplicationSubmitResult
  readonly application?: Application
}

/** POST /api/volunteer-applications with a form's values. The reply has the day of the answer and the account's token. */
export async function sendApplication(form: FormData, language: Language): Promise<SentApplication> {
  try {
    const { applyAsVolunteer } = await import("@haitech/contract/volunteers")
    const parsed = applyAsVolunteer.body.safeParse(formValues(form))
    if (!parsed.success) return { result: { state: "invalid", codes: fieldErrors(parsed.error.issues) } }
    const { text } = await requestText(applyAsVolunteer, { body: parsed.data }, language)
    return { result: { state: "sent", body: parsed.data }, application: JSON.parse(text) }
  } catch (error) {
    return { result: refusal(error) }
  }
}
