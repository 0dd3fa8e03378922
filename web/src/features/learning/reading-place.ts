/** A place counts once the reader has stayed there. */
const STAY_MS = 2000

interface Options {
  /** The id of a block to go on at. */
  readonly resumeAt: string | null
  readonly onPlace: (position: string) => void
}

/** Goes on where the reader stopped, and follows them through the blocks of the page. */
export function watchPlace({ resumeAt, onPlace }: Options): void {
  const blocks = [...document.querySelectorAll<HTMLElement>("[data-block]")]
  const stopped = resumeAt === null ? undefined : blocks.find(({ id }) => id === resumeAt)
  let place = resumeAt ?? blocks[0]?.id ?? ""
  // Who has scrolled or followed a link to a place is reading already.
  if (stopped && stopped !== blocks[0] && scrollY === 0 && !location.hash) {
    stopped.dataset["resumed"] = ""
    stopped.scrollIntoView({ behavior: "instant" })
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  let next = place
  const settle = () => {
    clearTimeout(timer)
    if (next === place) return
    place = next
    onPlace(place)
  }
  const watch = new IntersectionObserver(
    (entries) => {
      const entered = entries.filter(({ isIntersecting }) => isIntersecting).at(-1)
      if (!entered) return
      next = entered.target.id
      clearTimeout(timer)
      timer = setTimeout(settle, STAY_MS)
    },
    // A line a third down the screen: the block that crosses it is the one that is read.
    { rootMargin: "-33% 0px -66% 0px" },
  )
  for (const block of blocks) watch.observe(block)
  document.addEventListener("visibilitychange", settle)
}
