import type { ReactNode } from "react"
import { Icon } from "./icon.tsx"

/** What every field says about itself. */
export interface Labelled {
  readonly label: string
  /** Stands after the label, in brackets of its own language: "(optional)". */
  readonly note?: string
  readonly error?: string | undefined
}

interface Props {
  readonly id: string
  readonly label: string
  readonly note: string | undefined
  readonly error: string | undefined
  readonly children: ReactNode
}

/** The label above a control, and below it what is wrong. */
export function FieldFrame({ id, label, note, error, children }: Props) {
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {note && <span>{note}</span>}
      </label>
      {children}
      {error && <FieldError id={id} text={error} />}
    </div>
  )
}

/** What is wrong with the control `id`; `wiring` says so to screen readers. */
export function FieldError({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <p className="error" id={`${id}-error`}>
      <Icon name="warning" />
      {text}
    </p>
  )
}

/** Ties a control to its label and to what is wrong with it. */
export function wiring(id: string, error: string | undefined) {
  return error ? { id, "aria-invalid": true, "aria-describedby": `${id}-error` } : { id }
}
