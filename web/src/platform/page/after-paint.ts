/** Resolves after the next paint, so that what a tap changes is seen before work that takes a slow phone long. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })
}
