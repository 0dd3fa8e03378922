import { type ComponentProps, type ReactNode, useId } from "react"
import { FieldError, wiring } from "./field-frame.tsx"

interface FieldSetProps {
  readonly legend: string
  readonly error?: string | undefined
  readonly children: ReactNode
}

/** Fields that belong together, under one name. */
export function FieldSet({ legend, error, children }: FieldSetProps) {
  const id = useId()
  return (
    <fieldset className="field-set" aria-describedby={error && `${id}-error`}>
      <legend>{legend}</legend>
      {children}
      {error && <FieldError id={id} text={error} />}
    </fieldset>
  )
}

interface TickProps extends Omit<ComponentProps<"input">, "type"> {
  readonly label: ReactNode
  /** A second line, smaller. */
  readonly note?: string
}

interface CheckboxProps extends TickProps {
  readonly error?: string | undefined
}

export function Checkbox({ label, note, error, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className="ticks">
      <Tick label={label} note={note}>
        <input type="checkbox" {...wiring(id, error)} {...rest} />
      </Tick>
      {error && <FieldError id={id} text={error} />}
    </div>
  )
}

interface RadioGroupProps extends Omit<FieldSetProps, "children"> {
  readonly name: string
  readonly options: readonly { readonly value: string; readonly label: string; readonly note?: string }[]
  /** `tiles`: side by side, for a few short ones. */
  readonly look?: "list" | "tiles"
  /** What is chosen at first, while the browser keeps the choice; `value` and `onChoose` where somebody else does. */
  readonly defaultValue?: string
  readonly value?: string
  readonly onChoose?: (value: string) => void
  readonly required?: boolean
  readonly disabled?: boolean
}

/** One of several. */
export function RadioGroup({ legend, error, look = "list", options, ...rest }: RadioGroupProps) {
  const { name, defaultValue, value: chosen, onChoose, required, disabled } = rest
  return (
    <FieldSet legend={legend} error={error}>
      <div className={look === "tiles" ? "tiles" : "ticks"}>
        {options.map(({ value, label, note }) => (
          <Tick key={value} label={label} note={note}>
            <input
              type="radio"
              name={name}
              value={value}
              required={required}
              disabled={disabled}
              {...(chosen === undefined ? { defaultChecked: value === defaultValue } : { checked: value === chosen })}
              onChange={() => onChoose?.(value)}
            />
          </Tick>
        ))}
      </div>
    </FieldSet>
  )
}

interface TickLabelProps extends Pick<TickProps, "label"> {
  readonly note: string | undefined
  readonly children: ReactNode
}

function Tick({ label, note, children }: TickLabelProps) {
  return (
    <label className="tick">
      {children}
      <span>
        {label}
        {note && <small>{note}</small>}
      </span>
    </label>
  )
}
