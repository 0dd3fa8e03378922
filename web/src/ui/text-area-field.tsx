import { type ComponentProps, useId } from "react"
import { ariaProps, FieldFrame, type FieldLabels } from "./field-frame.tsx"

/** A multi-line field. It grows with its text where the browser supports that. */
export function TextAreaField({ label, note, error, rows = 4, ...rest }: ComponentProps<"textarea"> & FieldLabels) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} note={note} error={error}>
      <textarea className="control text-area" rows={rows} {...ariaProps(id, error)} {...rest} />
    </FieldFrame>
  )
}
