/** The longest time that the contract takes for a lesson. */
export const MAX_SECONDS = 14_400
/** A pause that is longer is no reading. */
const PAUSE_MS = 120_000
const ACTIVITIES = ["scroll", "pointerdown", "keydown", "visibilitychange"]

/** Counts the time that somebody is active on the page. */
export function countSeconds() {
  let activeMs = 0
  let last = performance.now()
  let wasVisible = document.visibilityState === "visible"
  const count = () => {
    const now = performance.now()
    if (wasVisible) activeMs += Math.min(now - last, PAUSE_MS)
    last = now
    wasVisible = document.visibilityState === "visible"
  }
  for (const activity of ACTIVITIES) addEventListener(activity, count, { passive: true, capture: true })
  return {
    /** Whole seconds since the last call. */
    sinceLast(): number {
      count()
      const seconds = Math.floor(activeMs / 1000)
      activeMs -= seconds * 1000
      return seconds
    },
  }
}
