import type { ComponentProps } from "react"
import { Button } from "./button.tsx"

interface Props extends Omit<ComponentProps<"button">, "type"> {
  readonly cancelLabel: string
  readonly onCancel: () => void
}

/** The buttons under a form: the one that submits it, with its label as children, and the one that cancels it. */
export function FormActions({ cancelLabel, onCancel, ...submit }: Props) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" {...submit} />
      <Button look="quiet" onClick={onCancel}>
        {cancelLabel}
      </Button>
    </div>
  )
}
