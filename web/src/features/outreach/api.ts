import type { Language } from "@haitech/contract/languages"
import type { joinMembership, sendContact } from "@haitech/contract/outreach"
import { type BodyOf, type SubmitResult, sendForm } from "#platform/forms/forms.ts"

export type MembershipSubmitResult = SubmitResult<BodyOf<typeof joinMembership>>

export function join(form: FormData, language: Language): Promise<MembershipSubmitResult> {
  return sendForm(async () => (await loadContract()).joinMembership, form, language)
}

/** Opens the thank-you dialog, which few visits load. Offline nothing opens; the form says itself that it was sent. */
export async function thank(member: BodyOf<typeof joinMembership>, language: Language): Promise<void> {
  try {
    const thanks = await import("./thanks.ts")
    await thanks.showThanks(member, language)
  } catch {
    // Offline, or an upgrade removed the script.
  }
}

export type ContactSubmitResult = SubmitResult<BodyOf<typeof sendContact>>

export function contact(form: FormData, language: Language): Promise<ContactSubmitResult> {
  return sendForm(async () => (await loadContract()).sendContact, form, language)
}

function loadContract() {
  return import("@haitech/contract/outreach")
}
