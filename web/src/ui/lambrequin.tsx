import type { ReactNode } from "react"

interface Props {
  readonly id: string
  /** Its tile; by default that of the page's header, so that scripts need not bring one. */
  readonly children?: ReactNode
}

/**
 * The ornament below an eave, as wide as it: 64 tiles to each side of its middle. An SVG in the styles would cost the first
 * paint a document of its own (0106).
 */
export function Lambrequin({ id, children = <use href="#valance" /> }: Props) {
  return (
    <svg className="lambrequin" viewBox="0 0 72 36" aria-hidden="true">
      <pattern id={id} width={1 / 128} height="1">
        {children}
      </pattern>
      <path fill={`url(#${id})`} d="M-4608 0H4608v36H-4608" />
    </svg>
  )
}
