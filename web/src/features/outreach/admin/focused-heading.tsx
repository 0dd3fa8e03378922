import { type ReactNode, useEffect, useRef } from "react"

/** The heading of the next step: it takes the focus, as the button of the step before is gone. */
export function FocusedHeading({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} id={id} tabIndex={-1}>
      {children}
    </h2>
  )
}
