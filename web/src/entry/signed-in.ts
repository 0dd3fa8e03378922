import type { CurrentUser } from "@haitech/contract/accounts"
import { routes } from "@haitech/contract/routes"
import { type CallFailed, fetchFragment, request } from "#platform/http/request.ts"
import { REPLIES_DATABASE } from "#platform/offline/database-names.ts"
import { forgetTyped } from "#platform/offline/forget-typed.ts"
import { session } from "#platform/offline/session-owner.ts"

const root = document.documentElement

type Known = Pick<CurrentUser, "firstName" | "lastName" | "email">

/** Shows the account menu (D10). The cookie only hints at a session; the server confirms it and sends the name. */
export async function showAccount(): Promise<void> {
  try {
    const user = await request(routes.readUser, {}, root.lang)
    leaveWithSession()
    fillIn(user)
    const menu = await fetchFragment("account", root.lang)
    for (const slot of document.querySelectorAll("[data-account]")) {
      slot.innerHTML = menu
      // The button may cut the name; the menu shows all of it.
      if (user.firstName)
        for (const name of slot.querySelectorAll("[data-first-name]")) name.textContent = user.firstName
      slot.querySelector("form")?.addEventListener("submit", signOut)
      // In the mobile menu it starts open, without its name: opening it would close the outer menu of the same name.
      const inner = slot.closest(".sheet") && slot.querySelector("details")
      if (inner) Object.assign(inner, { name: "", open: true })
    }
  } catch (error) {
    delete root.dataset["signedIn"]
    // A network failure or an aborted request says nothing about the session.
    if ((error as Partial<CallFailed>).status === 401) document.cookie = "signed_in=;path=/;max-age=0;samesite=lax"
  }
}

/** After a sign-out, Back would show this page and its account from the browser's back/forward cache. */
function leaveWithSession(): void {
  const opened = session()
  // A new visit instead of a reload, after which browsers fill in what was typed.
  const leave = () => location.replace(location.pathname + location.search)
  addEventListener("pageshow", ({ persisted }) => void (persisted && session() !== opened && leave()))
}

/** Spec §7: the call has no payload. The plain form has one for those without script, and where the call fails. */
async function signOut(event: SubmitEvent): Promise<void> {
  event.preventDefault()
  const form = event.target as HTMLFormElement
  const texts = JSON.parse(form.dataset["texts"] ?? "{}")
  try {
    if (localStorage["learner"]) {
      const { askToSignOut } = await import("#app/member/sign-out.ts")
      if (!(await askToSignOut(texts))) return
    }
    await request(routes.logout, {}, root.lang)
    indexedDB.deleteDatabase(REPLIES_DATABASE)
    forgetTyped()
    location.assign(String(new FormData(form).get("page")))
  } catch {
    if (navigator.onLine) return form.submit()
    const { presentPlainDialog } = await import("#ui/plain-dialog.ts")
    const actions = [{ label: texts.stay, onSelect: () => undefined }]
    presentPlainDialog({ role: "alertdialog", title: texts.offlineTitle, message: texts.offline, actions })
  }
}

/** Fills in the page's forms for who is signed in, or leaves a page that is for everybody else. */
function fillIn({ firstName, lastName, email }: Known): void {
  const forward = document.querySelector<HTMLElement>("[data-signed-in-page]")
  // Replaces the sign-in page, so that Back does not return to it.
  if (forward) return location.replace(forward.dataset["signedInPage"] ?? "/")
  setDefault("name", `${firstName ?? ""} ${lastName ?? ""}`.trim())
  setDefault("given-name", firstName ?? "")
  setDefault("family-name", lastName ?? "")
  setDefault("email", email)
}

/**
 * Typed text stays, because it replaces a default value; `form.reset()` restores this one. A field with the focus is filled
 * in when it loses that: until then, what its user types would be added to the value.
 */
function setDefault(autocomplete: "name" | "given-name" | "family-name" | "email", value: string): void {
  const fields = document.querySelectorAll<HTMLInputElement>(`main [autocomplete=${autocomplete}]`)
  for (const field of fields) {
    const fill = () => {
      field.defaultValue ||= value
      // The form was sent before: its error goes, as if somebody had typed.
      if (field.ariaInvalid === "true") field.dispatchEvent(new Event("input", { bubbles: true }))
    }
    if (field === document.activeElement) field.addEventListener("blur", fill, { once: true })
    else fill()
  }
}
