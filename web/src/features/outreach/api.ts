import type { Language } from "@haitech/contract/languages"
import type { joinMembership, sendContact } from "@haitech/contract/outreach"
import { type BodyOf, type Sending, sendForm } from "#platform/forms.ts"

export type Joining = Sending<BodyOf<typeof joinMembership>>

/** §7 POST /api/membership with what stands in a form. */
export function join(form: FormData, language: Language): Promise<Joining> {
  return sendForm(async () => (await import("@haitech/contract/outreach")).joinMembership, form, language)
}

export type Contacting = Sending<BodyOf<typeof sendContact>>

/** §7 POST /api/contact with what stands in a form. */
export function contact(form: FormData, language: Language): Promise<Contacting> {
  return sendForm(async () => (await import("@haitech/contract/outreach")).sendContact, form, language)
}
