import { type ComponentProps, type ReactNode, useId } from "react"
import { Icon } from "./icon.tsx"

interface Labelled {
  readonly label: string
  /** Stands after the label, in brackets of its own language: "(optional)". */
  readonly note?: string
  readonly error?: string | undefined
}

export function Field({ label, note, error, ...rest }: ComponentProps<"input"> & Labelled) {
  const id = useId()
  return (
    <Frame id={id} label={label} note={note} error={error}>
      <input className="control" {...wiring(id, error)} {...rest} />
    </Frame>
  )
}

export function SelectField({ label, note, error, ...rest }: ComponentProps<"select"> & Labelled) {
  const id = useId()
  return (
    <Frame id={id} label={label} note={note} error={error}>
      <select className="control" {...wiring(id, error)} {...rest} />
    </Frame>
  )
}

/** Puts the reader where the first thing is wrong. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
}

function wiring(id: string, error: string | undefined) {
  return error ? { id, "aria-invalid": true, "aria-describedby": `${id}-error` } : { id }
}

interface FrameProps {
  readonly id: string
  readonly label: string
  readonly note: string | undefined
  readonly error: string | undefined
  readonly children: ReactNode
}

function Frame({ id, label, note, error, children }: FrameProps) {
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {note && <span>{note}</span>}
      </label>
      {children}
      {error && (
        <p className="error" id={`${id}-error`}>
          <Icon name="warning" />
          {error}
        </p>
      )}
    </div>
  )
}
