import type { ComponentProps } from "react"
import { Button } from "./button.tsx"

interface Props extends ComponentProps<typeof Button> {
  /** While its action runs, a press does nothing; unlike a disabled button it keeps the focus. */
  readonly isBusy: boolean
}

export function BusyButton({ isBusy, onClick, ...rest }: Props) {
  return <Button aria-disabled={isBusy || undefined} onClick={isBusy ? undefined : onClick} {...rest} />
}
