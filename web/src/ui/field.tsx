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

/** Puts the reader where the first thing is wrong. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
}
