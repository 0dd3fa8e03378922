interface Span {
  /** In minutes of the day. */
  readonly begin: number
  readonly end: number
}

interface Placed<Item extends Span> {
  readonly item: Item
  readonly lane: number
  /** How many lanes stand side by side here. */
  readonly lanes: number
}

interface Overflow<Item extends Span> extends Span {
  readonly items: readonly Item[]
  readonly lane: number
  readonly lanes: number
}

/** Places what overlaps side by side in at most `maxLanes` lanes; the last one counts what does not fit. */
export function placeInLanes<Item extends Span>(items: readonly Item[], maxLanes: number) {
  const placed: Placed<Item>[] = []
  const overflows: Overflow<Item>[] = []
  for (const cluster of clustersOf(items)) {
    const lanes = Math.min(maxLanes, Math.max(...cluster.map(({ lane }) => lane)) + 1)
    const isTooWide = cluster.some(({ lane }) => lane >= maxLanes)
    const last = isTooWide ? maxLanes - 1 : maxLanes
    for (const { item, lane } of cluster) if (lane < last) placed.push({ item, lane, lanes })
    const hidden = cluster.filter(({ lane }) => lane >= last).map(({ item }) => item)
    if (hidden.length === 0) continue
    const [begin, end] = [Math.min(...hidden.map((item) => item.begin)), Math.max(...hidden.map((item) => item.end))]
    overflows.push({ begin, end, items: hidden, lane: last, lanes })
  }
  return { placed, overflows }
}

/** Groups of items that overlap each other directly or through others, each in the first lane that is free. */
function clustersOf<Item extends Span>(items: readonly Item[]) {
  const clusters: { item: Item; lane: number }[][] = []
  let ends: number[] = []
  for (const item of items.toSorted((a, b) => a.begin - b.begin || b.end - a.end)) {
    if (ends.every((end) => end <= item.begin)) {
      ends = []
      clusters.push([])
    }
    const free = ends.findIndex((end) => end <= item.begin)
    const lane = free === -1 ? ends.length : free
    ends[lane] = item.end
    clusters.at(-1)?.push({ item, lane })
  }
  return clusters
}
