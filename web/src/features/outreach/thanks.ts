import type { Language } from "@haitech/contract/languages"
import { registrationValues } from "@haitech/contract/pages"
import { fetchFragment } from "#platform/http/request.ts"
import { fill } from "#platform/i18n/fill.ts"
import { keepDraft } from "#platform/offline/form-drafts.ts"

type Member = Parameters<typeof registrationValues>[0]

/**
 * Thanks who has joined, and leads to the registration. This tab's storage fills that in: an address or a log must not
 * have personal data.
 * @throws what `fetchFragment` throws
 */
export async function showThanks(member: Member, language: Language): Promise<void> {
  if (document.documentElement.dataset["signedIn"] === undefined) keepDraft("register", registrationValues(member))
  const dialog = findDialog() ?? (await loadDialog(language))
  const title = dialog?.querySelector("h2")
  if (!dialog || !title) return
  title.textContent = fill(dialog.dataset["title"] ?? "", { name: member.name })
  for (const open of document.querySelectorAll("dialog:modal")) (open as HTMLDialogElement).close()
  dialog.showModal()
}

async function loadDialog(language: Language): Promise<HTMLDialogElement | null> {
  const html = await fetchFragment("thanks", language)
  document.body.insertAdjacentHTML("beforeend", html)
  const dialog = findDialog()
  dialog?.addEventListener("click", ({ target }) => target === dialog && dialog.close())
  const styles = dialog?.previousElementSibling
  if (styles) await new Promise((resolve) => ["load", "error"].map((end) => styles.addEventListener(end, resolve)))
  return dialog
}

function findDialog(): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>("#thanks")
}
