import { type ComponentProps, useId } from "react"
import { ariaProps, FieldFrame, type FieldLabels } from "./field-frame.tsx"

export function Field({ label, note, error, ...rest }: ComponentProps<"input"> & FieldLabels) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} note={note} error={error}>
      <input className="control" {...ariaProps(id, error)} {...rest} />
    </FieldFrame>
  )
}

export function SelectField({ label, note, error, ...rest }: ComponentProps<"select"> & FieldLabels) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} note={note} error={error}>
      <select className="control" {...ariaProps(id, error)} {...rest} />
    </FieldFrame>
  )
}

/** Focuses the first invalid field, or else the submit button if it lost the focus while it was disabled. */
export function focusAfterSubmit(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
  const { activeElement, body } = document
  if (activeElement === body) form.querySelector<HTMLElement>("[type=submit]")?.focus({ preventScroll: true })
}
