import { type ComponentProps, useId } from "react"
import { FieldFrame, type Labelled, wiring } from "./field-frame.tsx"

export function Field({ label, note, error, ...rest }: ComponentProps<"input"> & Labelled) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} note={note} error={error}>
      <input className="control" {...wiring(id, error)} {...rest} />
    </FieldFrame>
  )
}

export function SelectField({ label, note, error, ...rest }: ComponentProps<"select"> & Labelled) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} note={note} error={error}>
      <select className="control" {...wiring(id, error)} {...rest} />
    </FieldFrame>
  )
}

/** Puts the reader where the first thing is wrong, or back on the button, which lost the focus while it was disabled. */
export function focusAfterSending(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
  const { activeElement, body } = document
  if (activeElement === body) form.querySelector<HTMLElement>("[type=submit]")?.focus({ preventScroll: true })
}
