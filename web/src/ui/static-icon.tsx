// For pages rendered at build: no script has to carry these.
const ICONS = {
  shield: "M12 2 4 5.5C4 14 7 19 12 22c5-3 8-8 8-16.5zM9 12l2 2 4-4",
  goal: "M8 12a4 4 0 0 0 8 0 4 4 0 0 0-8 0M12 2v2m0 16v2M2 12h2m16 0h2M5 5l1.4 1.4m11.2 11.2L19 19M19 5l-1.4 1.4M6.4 17.6 5 19",
  clock: "M2 12a10 10 0 0 0 20 0 10 10 0 0 0-20 0m10-6v6l4 2",
  text: "M6 2h8l5 5v15H5V2zm8 0v6h5M9 13h6m-6 4h6",
  help: "M2 12a10 10 0 0 0 20 0 10 10 0 0 0-20 0m6 0a4 4 0 0 0 8 0 4 4 0 0 0-8 0M5 5l4 4m6 6 4 4M19 5l-4 4m-6 6-4 4",
  people:
    "M2 21v-2a5 5 0 0 1 5-5h4a5 5 0 0 1 5 5v2M5 7a4 4 0 0 0 8 0 4 4 0 0 0-8 0m12-3.8a4 4 0 0 1 0 7.6m2 3.5a5 5 0 0 1 3 4.7v2",
  award: "M6 8a6 6 0 0 0 12 0A6 6 0 0 0 6 8m2.5 5L7 22l5-3 5 3-1.5-9",
  download: "M12 3v12m-5-5 5 5 5-5M4 20h16",
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
