import { type ComponentProps, useId, useState } from "react"
import { FieldFrame, type Labelled, wiring } from "./field-frame.tsx"
import { Icon } from "./icon.tsx"

interface Props extends Omit<ComponentProps<"input">, "type">, Labelled {
  /** What the button is called while the password is hidden, and while it is seen. */
  readonly showLabel: string
  readonly hideLabel: string
}

/** A password that can be looked at while it is typed. Without script there is no such button. */
export function PasswordField({ label, note, error, showLabel, hideLabel, ...rest }: Props) {
  const id = useId()
  const [seen, setSeen] = useState(false)
  return (
    <FieldFrame id={id} label={label} note={note} error={error}>
      <div className="password">
        <input
          className="control"
          autoCapitalize="none"
          spellCheck={false}
          {...wiring(id, error)}
          {...rest}
          type={seen ? "text" : "password"}
        />
        <button type="button" className="round" data-needs-script="" aria-controls={id} onClick={() => setSeen(!seen)}>
          <Icon name={seen ? "hidden" : "seen"} />
          <span className="sr">{seen ? hideLabel : showLabel}</span>
        </button>
      </div>
    </FieldFrame>
  )
}
