import type { login, register } from "@haitech/contract/accounts"
import { fieldErrors } from "@haitech/contract/field-errors"
import type { Language } from "@haitech/contract/languages"
import { type BodyOf, type Sending, sendForm } from "#platform/forms.ts"

export type SigningIn = Sending<BodyOf<typeof login>>
export type Registering = Sending<BodyOf<typeof register>>

/** §7 POST /api/auth/login with what stands in a form. */
export function signIn(form: FormData, language: Language): Promise<SigningIn> {
  return sendForm(async () => (await import("@haitech/contract/accounts")).login, form, language)
}

/** §7 POST /api/auth/register. What is wrong only between two fields is told together with the rest (§5). */
export async function signUp(form: FormData, language: Language): Promise<Registering> {
  if (form.get("password") === form.get("confirmPassword")) {
    return sendForm(async () => (await import("@haitech/contract/accounts")).register, form, language)
  }
  try {
    const { RegisterRequest } = await import("@haitech/contract/accounts")
    const { error } = RegisterRequest.safeParse(Object.fromEntries(form))
    return { state: "invalid", words: { ...fieldErrors(error?.issues ?? []), confirmPassword: "password.mismatch" } }
  } catch (error) {
    return { state: "refused", texts: {}, status: null, message: null, error }
  }
}
