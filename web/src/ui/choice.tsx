import { type ComponentProps, type ReactNode, useId } from "react"
import { ariaProps, FieldError } from "./field-frame.tsx"

interface FieldSetProps {
  readonly legend: string
  readonly error?: string | undefined
  readonly children: ReactNode
}

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
        <input type="checkbox" {...ariaProps(id, error)} {...rest} />
      </Tick>
      {error && <FieldError id={id} text={error} />}
    </div>
  )
}

interface RadioGroupProps extends Omit<FieldSetProps, "children"> {
  readonly name: string
  readonly options: readonly { readonly value: string; readonly label: string; readonly note?: string }[]
  /** `tiles`: side by side, for a few short options. */
  readonly look?: "list" | "tiles"
  /** The first choice of an uncontrolled group; a controlled group has `value` and `onChoose` instead. */
  readonly defaultValue?: string
  readonly value?: string
  readonly onChoose?: (value: string) => void
  readonly required?: boolean
  readonly disabled?: boolean
}

export function RadioGroup({ legend, error, look = "list", options, ...rest }: RadioGroupProps) {
  const { name, defaultValue, value: selected, onChoose, required, disabled } = rest
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
              {...(selected === undefined
                ? { defaultChecked: value === defaultValue }
                : { checked: value === selected })}
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
