// For pages rendered at build: no script has to carry these.
const ICONS = {
  shield: "M12 2 4 5.5C4 14 7 19 12 22c5-3 8-8 8-16.5zM9 12l2 2 4-4",
  code: "m7 7-5 5 5 5M17 7l5 5-5 5M14 4l-4 16",
} as const

/** Like `Icon`, for components that no island imports. */
export function StaticIcon({ name }: { readonly name: keyof typeof ICONS }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  )
}
