import type { forgotPassword, login, register, resetPassword } from "@haitech/contract/accounts"
import { fieldErrors } from "@haitech/contract/field-errors"
import type { Language } from "@haitech/contract/languages"
import type { Route } from "@haitech/contract/route"
import { type BodyOf, formValues, type SubmitResult, sendForm } from "#platform/forms.ts"
import { proofFor } from "#platform/proof-of-work.ts"
import type { RequestOptions } from "#platform/request.ts"

type AccountSubmitResult<R extends Route> = Promise<SubmitResult<BodyOf<R>>>

/** §7 POST /api/auth/login with what stands in a form, and with a proof of work where the server asks for one. */
export async function signIn(form: FormData, language: Language): AccountSubmitResult<typeof login> {
  const send = (options?: RequestOptions) => sendForm(async () => (await contract()).login, form, language, options)
  const sent = await send()
  const headers = sent.state === "refused" ? await proofFor(sent.error) : undefined
  return headers ? send({ headers }) : sent
}

/** §7 POST /api/auth/register. */
export function signUp(form: FormData, language: Language): AccountSubmitResult<typeof register> {
  return sendConfirmed("password", async () => (await contract()).register, form, language)
}

/** D2 POST /api/auth/password/forgot. */
export function requestResetEmail(form: FormData, language: Language): AccountSubmitResult<typeof forgotPassword> {
  return sendForm(async () => (await contract()).forgotPassword, form, language)
}

/** D2 POST /api/auth/password/reset with what the letter's link says. */
export function resetByLink(
  form: FormData,
  { userId, token }: Readonly<Record<"userId" | "token", string>>,
  language: Language,
): AccountSubmitResult<typeof resetPassword> {
  form.set("userId", userId)
  form.set("token", token)
  return sendConfirmed("newPassword", async () => (await contract()).resetPassword, form, language)
}

/** The same by the letter's code. */
export function resetByCode(form: FormData, language: Language) {
  return sendConfirmed("newPassword", async () => (await contract()).resetPasswordByCode, form, language)
}

function contract() {
  return import("@haitech/contract/accounts")
}

/** A new password is typed twice and sent once (§3). What is wrong between the two is told together with the rest (§5). */
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
    return { state: "invalid", words: { ...fieldErrors(error?.issues ?? []), confirmPassword: "password.mismatch" } }
  } catch (error) {
    return { state: "refused", texts: {}, status: null, message: null, error }
  }
}
