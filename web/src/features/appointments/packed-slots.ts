import type { OpenSlot } from "@haitech/contract/slots"

const MINUTE_MS = 60_000
/** Pages bundle this file, and the contract's list comes with zod. */
const TYPES = ["tutoring", "mentoring", "consultation"] as const satisfies readonly OpenSlot["sessionTypes"][number][]

/** Open hours in a page's HTML: four numbers for each. */
export interface PackedSlots {
  /** The day of the site's clock on which the page was rendered, as `YYYY-MM-DD`. */
  readonly today: string
  /** Minutes since the start before (the first: since `today` in UTC), minutes of length, kinds as bits, free places. */
  readonly numbers: readonly number[]
}

export function packSlots(today: string, slots: readonly OpenSlot[]): PackedSlots {
  let last = Date.parse(today)
  const numbers = slots.flatMap(({ startsAt, endsAt, sessionTypes, places }) => {
    const start = Date.parse(startsAt)
    const since = (start - last) / MINUTE_MS
    last = start
    const kinds = TYPES.reduce((bits, type, index) => bits + (sessionTypes.includes(type) ? 1 << index : 0), 0)
    return [since, (Date.parse(endsAt) - start) / MINUTE_MS, kinds, places]
  })
  return { today, numbers }
}

export function unpackSlots({ today, numbers }: PackedSlots): readonly OpenSlot[] {
  let start = Date.parse(today)
  const slots: OpenSlot[] = []
  for (let index = 0; index < numbers.length; index += 4) {
    const [since = 0, minutes = 0, kinds = 0, places = 0] = numbers.slice(index, index + 4)
    start += since * MINUTE_MS
    slots.push({
      startsAt: new Date(start).toISOString(),
      endsAt: new Date(start + minutes * MINUTE_MS).toISOString(),
      sessionTypes: TYPES.filter((_type, bit) => kinds & (1 << bit)),
      places,
    })
  }
  return slots
}
