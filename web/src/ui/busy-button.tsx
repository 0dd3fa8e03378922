import type { ComponentProps } from "react"
import { Button } from "./button.tsx"

interface Props extends ComponentProps<typeof Button> {
  /** What it does is under way: a press does nothing, and unlike a disabled button it keeps the focus. */
  readonly isBusy: boolean
}

export function BusyButton({ isBusy, onClick, ...rest }: Props) {
  return <Button aria-disabled={isBusy || undefined} onClick={isBusy ? undefined : onClick} {...rest} />
}
