/** Focuses the first invalid field, or else the submit button if it lost the focus while it was disabled. */
export function focusAfterSubmit(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
  const { activeElement, body } = document
  if (activeElement === body) form.querySelector<HTMLElement>("[type=submit]")?.focus({ preventScroll: true })
}
