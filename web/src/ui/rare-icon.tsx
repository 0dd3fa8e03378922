const CIRCLE = "M2 12a10 10 0 0 0 20 0 10 10 0 0 0-20 0"
const EYE = "M2 12q4-7 10-7t10 7q-4 7-10 7T2 12m7 0a3 3 0 0 0 6 0 3 3 0 0 0-6 0"

// Like those of `icon.tsx`. A module of its own, because the scripts of the home page need none of them.
const ICONS = {
  failed: `${CIRCLE}m7-3 6 6m0-6-6 6`,
  caution: "M12 3.5 2.5 20h19zM12 10v4.5m0 2.5v.1",
  about: `${CIRCLE}m10-1v5.5m0-9v.1`,
  seen: EYE,
  hidden: `${EYE}M4 3l16 18`,
  globe: "M2 12a10 10 0 0 0 20 0 10 10 0 0 0-20 0h20M12 2c5 5 5 15 0 20-5-5-5-15 0-20",
  heart: "M12 20.5 4 12.6a5.2 5.2 0 0 1 8-6.5 5.2 5.2 0 0 1 8 6.5z",
  menu: "M4 6h16M4 12h16M4 18h16",
  device: "M6 2h12v20H6zm6 16.5v.1",
  upload: "M4 15a7 7 0 1 1 12-7 5 5 0 0 1 4 9m-8 4v-8m-4 4 4-4 4 4",
  pause: "M8 5v14M16 5v14",
} as const

export type RareIconName = keyof typeof ICONS

export function RareIcon({ name }: { readonly name: RareIconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  )
}
