import type { SuccessAction } from "./overlay-state.ts"

interface PlainDialog {
  readonly role: "alertdialog" | "dialog"
  readonly title: string
  readonly message: string
  readonly actions: readonly SuccessAction[]
  readonly onClose?: () => void
}

let dialogCount = 0

/** A dialog that loads no further script, for use offline. */
export function presentPlainDialog({ role, title, message, actions, onClose }: PlainDialog): void {
  const id = `plain-dialog-${++dialogCount}`
  const dialog = document.createElement("dialog")
  dialog.className = "dialog"
  dialog.role = role
  dialog.setAttribute("aria-labelledby", `${id}-title`)
  dialog.setAttribute("aria-describedby", `${id}-message`)
  const box = dialog.appendChild(document.createElement("div"))
  const heading = box.appendChild(document.createElement("h2"))
  heading.id = `${id}-title`
  heading.textContent = title
  const text = box.appendChild(document.createElement("p"))
  text.id = `${id}-message`
  text.className = "mt-3 text-muted"
  text.textContent = message
  const buttons = box.appendChild(document.createElement("div"))
  buttons.className = "mt-6 flex flex-wrap gap-3"
  actions.forEach((action, index) => buttons.append(createButton(action, index === 0, dialog)))
  dialog.addEventListener("close", () => {
    dialog.remove()
    onClose?.()
  })
  document.body.append(dialog)
  dialog.showModal()
}

function createButton(action: SuccessAction, isFirst: boolean, dialog: HTMLDialogElement): HTMLElement {
  const element = document.createElement("href" in action ? "a" : "button")
  element.className = isFirst ? "button" : "button quiet"
  element.textContent = action.label
  if (element instanceof HTMLAnchorElement && "href" in action) element.href = action.href
  if (element instanceof HTMLButtonElement) element.type = "button"
  element.addEventListener("click", () => {
    if ("onSelect" in action) action.onSelect()
    dialog.close()
  })
  return element
}
