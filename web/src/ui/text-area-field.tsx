import { type ComponentProps, useId } from "react"
import { FieldFrame, type Labelled, wiring } from "./field-frame.tsx"

/** A field for more than one line. It grows with what is written where the browser knows how. */
export function TextAreaField({ label, note, error, rows = 4, ...rest }: ComponentProps<"textarea"> & Labelled) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} note={note} error={error}>
      <textarea className="control text-area" rows={rows} {...wiring(id, error)} {...rest} />
    </FieldFrame>
  )
}
