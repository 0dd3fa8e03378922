import { type ComponentProps, type ReactNode, useId, useState } from "react"
import { fill } from "#platform/i18n/fill.ts"
import { FieldFrame, type FieldLabels } from "#ui/field-frame.tsx"

interface Hinted extends FieldLabels {
  readonly hint?: string
}

/** A field with a hint between its label and its control. */
export function HintedField({ label, note, hint, error, ...rest }: ComponentProps<"input"> & Hinted) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} note={note} error={error}>
      <Hint id={id}>{hint}</Hint>
      <input className="control" {...describe(id, { hint, error })} {...rest} />
    </FieldFrame>
  )
}

interface CountedProps extends ComponentProps<"textarea">, Hinted {
  readonly maxLength: number
  /** With `{count}` and `{max}`. */
  readonly counter: string
}

/** A long text that says how much of its limit is used. */
export function CountedField({ label, note, hint, error, counter, rows = 3, ...rest }: CountedProps) {
  const id = useId()
  const { maxLength, defaultValue = "" } = rest
  const [count, setCount] = useState(String(defaultValue).length)
  return (
    <FieldFrame id={id} label={label} note={note} error={error}>
      <Hint id={id}>{hint}</Hint>
      <textarea
        className="control text-area"
        rows={rows}
        {...describe(id, { hint, error, isCounted: true })}
        onInput={({ currentTarget }) => setCount(currentTarget.value.length)}
        {...rest}
      />
      <p className="field-count small text-muted" id={`${id}-count`} data-needs-script="">
        {fill(counter, { count, max: maxLength })}
      </p>
    </FieldFrame>
  )
}

function Hint({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  if (!children) return null
  return (
    <p className="small text-muted" id={`${id}-hint`}>
      {children}
    </p>
  )
}

interface Description {
  readonly hint: string | undefined
  readonly error: string | undefined
  readonly isCounted?: true
}

/** The props that connect a control with its label, hint, counter and error. */
export function describe(id: string, { hint, error, isCounted }: Description) {
  const ids = [error && `${id}-error`, hint && `${id}-hint`, isCounted && `${id}-count`].filter(Boolean)
  return {
    id,
    ...(ids.length > 0 && { "aria-describedby": ids.join(" ") }),
    ...(error && { "aria-invalid": true }),
  }
}
