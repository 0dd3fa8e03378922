import type { forgotPassword, login, register, resetPassword } from "@haitech/contract/accounts"
import type { loginByCode } from "@haitech/contract/device-codes"
import { fieldErrors } from "@haitech/contract/field-errors"
import type { Language } from "@haitech/contract/languages"
import type { Route } from "@haitech/contract/route"
import { type BodyOf, formValues, refusal, type SubmitResult, sendForm } from "#platform/forms/forms.ts"
import { proofFor } from "#platform/http/proof-of-work.ts"
import type { RequestOptions } from "#platform/http/request.ts"

type AccountSubmitResult<R extends Route> = Promise<SubmitResult<BodyOf<R>>>

/** Spec §7: POST /api/auth/login with a form's values, and with a proof of work if the server demands one. */
export async function signIn(form: FormData, language: Language): AccountSubmitResult<typeof login> {
  const send = (options?: RequestOptions) => sendForm(async () => (await contract()).login, form, language, options)
  const result = await send()
  const headers = result.state === "refused" ? await proofFor(result.error) : undefined
  return headers ? send({ headers }) : result
}

export function signInByCode(form: FormData, language: Language): AccountSubmitResult<typeof loginByCode> {
  return sendForm(async () => (await import("@haitech/contract/device-codes")).loginByCode, form, language)
}

export function signUp(form: FormData, language: Language): AccountSubmitResult<typeof register> {
  return sendConfirmed("password", async () => (await contract()).register, form, language)
}

export function requestResetEmail(form: FormData, language: Language): AccountSubmitResult<typeof forgotPassword> {
  return sendForm(async () => (await contract()).forgotPassword, form, language)
}

/** D2: POST /api/auth/password/reset with the user and the token from the email's link. */
export function resetByLink(
  form: FormData,
  { userId, token }: Readonly<Record<"userId" | "token", string>>,
  language: Language,
): AccountSubmitResult<typeof resetPassword> {
  form.set("userId", userId)
  form.set("token", token)
  return sendConfirmed("newPassword", async () => (await contract()).resetPassword, form, language)
}

export function resetByCode(form: FormData, language: Language) {
  return sendConfirmed("newPassword", async () => (await contract()).resetPasswordByCode, form, language)
}

function contract() {
  return import("@haitech/contract/accounts")
}

/** Sends a new password, typed twice, once (spec §3). A mismatch shows together with the other errors (spec §5). */
async function sendConfirmed<R extends Route>(
  password: string,
  load: () => Promise<R>,
  form: FormData,
  language: Language,
): AccountSubmitResult<R> {
  const isSame = form.get(password) === form.get("confirmPassword")
  form.delete("confirmPassword")
  if (isSame) return sendForm(load, form, language)
  try {
    const { error } = (await load()).body?.safeParse(formValues(form)) ?? {}
    return { state: "invalid", codes: { ...fieldErrors(error?.issues ?? []), confirmPassword: "password.mismatch" } }
  } catch (error) {
    return refusal(error)
  }
}
