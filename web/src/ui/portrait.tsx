import { type ReactNode, useState } from "react"
import { leaf } from "./leaf.ts"

const RAYS = Array.from({ length: 24 }, (_, i) => leaf(i * 15, 87, 99, 7, 0.42, 1)).join("")

interface Props {
  readonly name: string
  readonly imageUrl: string | null
  /** Width in CSS pixels; the style sheet may reduce it. */
  readonly size: number
  readonly small?: true
  /** SVG below the initials, in units of a hundredth of the radius. */
  readonly children?: ReactNode
}

/** A person's photo in a circle, or the initials on brand blue. The caller shows the name beside it. */
export function Portrait({ name, imageUrl, size, small, children }: Props) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const photo = imageUrl === brokenUrl ? null : imageUrl
  return (
    <span className={small ? "portrait small" : "portrait"}>
      <svg viewBox="-100 -100 200 200" aria-hidden="true">
        <path d={RAYS} />
        {!photo && <circle className="disc" r="82" />}
        {!photo && children}
        {!photo && (
          <text className={children ? "initials low" : "initials"} y={children ? 62 : 19} textAnchor="middle">
            {initials(name)}
          </text>
        )}
      </svg>
      {photo && (
        <img
          src={photo}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBrokenUrl(photo)}
        />
      )}
    </span>
  )
}

export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : ""]
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase()
}
