import type { CurrentUser } from "@haitech/contract/accounts"

type Known = Pick<CurrentUser, "firstName" | "lastName" | "email">

/** Fills in the page's forms for who is signed in, or leaves a page that is for everybody else. */
export function fillIn({ firstName, lastName, email }: Known): void {
  const forward = document.querySelector<HTMLElement>("[data-signed-in-page]")
  // Replaces the sign-in page, so that Back does not return to it.
  if (forward) return location.replace(forward.dataset["signedInPage"] ?? "/")
  setDefault("name", `${firstName ?? ""} ${lastName ?? ""}`.trim())
  setDefault("email", email)
}

/** Typed text stays, because it replaces a default value; `form.reset()` restores this one. */
function setDefault(autocomplete: "name" | "email", value: string): void {
  const fields = document.querySelectorAll<HTMLInputElement>(`main [autocomplete=${autocomplete}]`)
  for (const field of fields) field.defaultValue ||= value
}
