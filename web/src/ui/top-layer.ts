/** The frontmost modal dialog, because the browser makes everything outside it inert, or else the body. */
export function frontmostElement(): Element {
  const dialogs = document.querySelectorAll("dialog:modal")
  return document.activeElement?.closest("dialog:modal") ?? dialogs[dialogs.length - 1] ?? document.body
}
