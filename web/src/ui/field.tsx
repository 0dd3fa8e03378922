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
