/**
 * Where something must stand to be read: in the dialog in front, since a browser makes everything beside an open one
 * inert, or else in the page.
 */
export function frontmost(): Element {
  const open = document.querySelectorAll("dialog:modal")
  return document.activeElement?.closest("dialog:modal") ?? open[open.length - 1] ?? document.body
}
