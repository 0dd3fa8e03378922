import { signupValues } from "@haitech/contract/pages"
import { keepDraft } from "#platform/offline/form-drafts.ts"

/**
 * Shows the account step of the page, filled in by this tab's storage: an address or a log must not have personal data.
 */
export function openAccountStep(application: Parameters<typeof signupValues>[0], token: string): void {
  keepDraft("signup", signupValues(application, token))
  document.getElementById("account")?.removeAttribute("hidden")
}
