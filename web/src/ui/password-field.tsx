import { type ComponentProps, useId, useState } from "react"
import { ariaProps, FieldFrame, type FieldLabels } from "./field-frame.tsx"
import { RareIcon } from "./rare-icon.tsx"

interface Props extends Omit<ComponentProps<"input">, "type">, FieldLabels {
  /** The labels of the button while the password is hidden and while it is visible. */
  readonly showLabel: string
  readonly hideLabel: string
}

/** A password field with a button that shows the password; the button is hidden without script. */
export function PasswordField({ label, note, error, showLabel, hideLabel, ...rest }: Props) {
  const id = useId()
  const [isShown, setIsShown] = useState(false)
  return (
    <FieldFrame id={id} label={label} note={note} error={error}>
      <div className="password">
        <input
          className="control"
          autoCapitalize="none"
          spellCheck={false}
          {...ariaProps(id, error)}
          {...rest}
          type={isShown ? "text" : "password"}
        />
        <button
          type="button"
          className="round"
          data-needs-script=""
          aria-controls={id}
          onClick={() => setIsShown(!isShown)}
        >
          <RareIcon name={isShown ? "hidden" : "seen"} />
          <span className="sr">{isShown ? hideLabel : showLabel}</span>
        </button>
      </div>
    </FieldFrame>
  )
}
