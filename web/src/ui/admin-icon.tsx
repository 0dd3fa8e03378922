// Drawn for this product on a 24 × 24 grid, in strokes of 2. A module of its own, so that public pages never load it.
const ICONS = {
  back: "m15 6-6 6 6 6",
  forward: "m9 6 6 6-6 6",
  closed: "M4 6h16v14H4zm0 4h16M8 3v4m8-4v4m-6.500 6 5 4m0-4-5 4",
  left: "M19 12H5m7 7-7-7 7-7",
  search: "M4 11a7 7 0 0 0 14 0 7 7 0 0 0-14 0m12 5 5 5",
  mail: "M3 6h18v12H3zm0 .5 9 7 9-7",
  chart: "M4 20V10m6 10V4m6 16v-7m4 7H2",
  chat: "M4 5h16v11H10l-5 4v-4H4z",
  people: "M5 8a3.5 3.5 0 0 0 7 0 3.5 3.5 0 0 0-7 0M2 20c0-8 13-8 13 0M16 5a3.5 3.5 0 0 1 0 6m5 9c0-3-1-5-4-6",
  star: "m12 3 2.8 5.700 6.2.9-4.500 4.400 1.100 6.200-5.600-2.900-5.600 2.900 1.100-6.200L3 9.600l6.200-.9z",
  text: "M5 4h14v16H5zM8 8h8M8 12h8m-8 4h5",
  book: "M12 6.500q-4-3-9-1.500v13.500q5-1.500 9 1.500 4-3 9-1.500V5q-5-1.500-9 1.500v13.500",
  question: "M4 5h16v11H10l-5 4v-4H4zm5.800 3.300q.4-1.300 2.200-1.300 2.200 0 2.200 1.600 0 1-2.200 1.900m0 2.500v.1",
  certificate:
    "M10 15H4V4h16v11h-1M8 8h8M8 11.500h3m1.500 3a2.500 2.500 0 0 0 5 0 2.500 2.500 0 0 0-5 0m.5 2v5l2-1.200 2 1.200v-5",
  calendar: "M4 6h16v14H4zm0 4h16M8 3v4m8-4v4",
  clock: "M4 12a8 8 0 1 0 16 0 8 8 0 0 0-16 0m8-4.500V12l3 2",
  history: "M4 12a8 8 0 1 0 2.500-5.800L4 8.500M4 4v4.500h4.500M12 8v4l3 2",
  badge: "M7 8a5 5 0 0 0 10 0A5 5 0 0 0 7 8m2 4-1.500 9 4.500-3 4.500 3L15 12",
  shield:
    "M12 3q4 2.500 8 2.500c0 8-2.500 12.500-8 15.500-5.500-3-8-7.500-8-15.500q4 0 8-2.500m-3.500 9 2.500 2.500 4.500-5",
  key: "M5 11a4 4 0 0 0 8 0 4 4 0 0 0-8 0m8 0h8m-3 0v4",
  drag: "M9 5v.1M9 12v.1M9 19v.1M15 5v.1M15 12v.1M15 19v.1",
  plus: "M12 5v14M5 12h14",
  gift: "M12 20.500 4 12.600a5.200 5.200 0 0 1 8-6.500 5.200 5.200 0 0 1 8 6.500z",
  person: "M8 8a4 4 0 0 0 8 0 4 4 0 0 0-8 0M4 21c0-9 16-9 16 0",
  more: "M5 12v.1M12 12v.1M19 12v.1",
  replies: "M4 5h16v11H10l-5 4v-4H4zm4 4h8m-8 3.500h5",
  refresh: "M20 12a8 8 0 1 1-2.500-5.800L20 8.500M20 4v4.500h-4.500",
  download: "M12 4v11m-5-5 5 5 5-5M5 20h14",
  upload: "M12 15V4m-5 5 5-5 5 5M5 20h14",
  filters: "M4 8h9m6 0h1M4 16h1m6 0h9M13 8a3 3 0 0 0 6 0 3 3 0 0 0-6 0M5 16a3 3 0 0 0 6 0 3 3 0 0 0-6 0",
  rows: "M4 6h16M4 10h16M4 14h16M4 18h16",
  inbox: "M4 13 6.500 5h11L20 13v6H4zm0 0h5l1 2.500h4l1-2.500h5",
  flag: "M6 21V4h12l-2.500 4.500L18 13H6",
  globe: "M2 12a10 10 0 0 0 20 0 10 10 0 0 0-20 0h20M12 2c5 5 5 15 0 20-5-5-5-15 0-20",
  pulse: "M2 12h4.500L10 4l4.500 16 3-8H22",
  leave: "M14 4h5v16h-5M3 12h11m-4-4 4 4-4 4",
} as const

export type AdminIconName = keyof typeof ICONS

export function AdminIcon({ name }: { readonly name: AdminIconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  )
}
