import type { ReactNode } from "react"
import { Icon } from "./icon.tsx"

export interface FieldLabels {
  readonly label: string
  /** Follows the label; its text includes the brackets of its language: "(optional)". */
  readonly note?: string
  readonly error?: string | undefined
}

interface Props {
  readonly id: string
  readonly label: string
  readonly note?: string | undefined
  readonly error: string | undefined
  readonly children: ReactNode
}

export function FieldFrame({ id, label, note, error, children }: Props) {
  return (
    <div className="field">
      <label htmlFor={id}>
        {note ? `${label} ` : label}
        {note && <span>{note}</span>}
      </label>
      {children}
      {error && <FieldError id={id} text={error} />}
    </div>
  )
}

export function FieldError({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <p className="error" id={`${id}-error`}>
      <Icon name="warning" />
      {text}
    </p>
  )
}

/** The props that link a control to its label and to its error. */
export function ariaProps(id: string, error: string | undefined) {
  return error ? { id, "aria-invalid": true, "aria-describedby": `${id}-error` } : { id }
}
