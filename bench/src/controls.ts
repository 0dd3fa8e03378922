// These run in the page: each holds all it needs.

export interface Control {
  readonly name: string
  /** A toggle is tapped twice. */
  readonly use: "tap" | "toggle" | "type" | "choose"
}

/** Numbers the controls in an element that somebody sees and may use, in the order of the document. */
export function markControls(within: string): readonly Control[] {
  const isTyped = (element: Element) =>
    element.matches("textarea, [contenteditable=true], input:not([type=checkbox], [type=radio])")
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
  const nameOf = (element: Element) => {
    const { labels = null } = element as HTMLInputElement
    const texts = [element.ariaLabel, labels?.[0]?.textContent, element.textContent, element.getAttribute("name")]
    return (texts.find((text) => text?.trim()) ?? element.tagName).replace(/\s+/g, " ").trim().slice(0, 40)
  }
  const sendsOrLeaves = (element: Element) =>
    element.matches("[type=hidden], [type=file], [data-leaves], [inert] *, [aria-disabled=true], :disabled") ||
    nameOf(element).startsWith("Sign out") ||
    (element instanceof HTMLButtonElement &&
      element.type === "submit" &&
      element.form !== null &&
      element.form.method !== "dialog" &&
      !element.dataset["action"])
  const buttons = "button, summary, [role=tab], [role=switch], [aria-expanded], [data-action], .dashboard-tabs a"
  const found = [
    ...(document
      .querySelector(within)
      ?.querySelectorAll(`${buttons}, input, select, textarea, [contenteditable=true]`) ?? []),
  ]
  const controls = found.filter((element) => {
    const { labels = null } = element as HTMLInputElement
    return !sendsOrLeaves(element) && [element, ...(labels ?? [])].some(isShown)
  })
  return controls.map((element, index) => {
    ;(element as HTMLElement).dataset["control"] = String(index)
    const use = isTyped(element) ? "type" : element.matches("select") ? "choose" : "tap"
    return { name: nameOf(element), use: element.matches("summary") ? "toggle" : use }
  })
}

/** Scrolls to a control. @returns where a finger meets it, or its label; undefined where something else is in front */
export function findControl(index: number): { readonly x: number; readonly y: number } | undefined {
  const control = document.querySelector<HTMLInputElement>(`[data-control="${index}"]`)
  if (!control) return
  for (const target of [control, ...(control.labels ?? [])]) {
    target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" })
    const box = [...target.getClientRects()].find(({ width, height }) => width > 1 && height > 1)
    if (!box) continue
    const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const hit = document.elementFromPoint(point.x, point.y)
    if (hit && (target.contains(hit) || hit.closest("label")?.control === control)) return point
  }
  return
}

export function focusControl(index: number): boolean {
  const control = document.querySelector<HTMLElement>(`[data-control="${index}"]`)
  control?.focus()
  return control !== null && document.activeElement === control
}

/** Changes when the page shows another thing than before: another address, or something over it. */
export function describeState(): string {
  const overlays = document.querySelectorAll("dialog[open], details[open], [role=dialog]:not([hidden]), :popover-open")
  return `${location.pathname} ${overlays.length}`
}

/** Keeps the longest interaction since {@link takeLongest}, whose events take 16 ms or more. */
export function observeInteractions(): void {
  const root = globalThis as { longest?: number }
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId) root.longest = Math.max(root.longest ?? 0, entry.duration)
  })
  observer.observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  observer.observe({ type: "first-input", buffered: true })
}

/** @returns milliseconds, 0 if nothing was long enough; undefined if this document was not asked before */
export function takeLongest(): number | undefined {
  const root = globalThis as { longest?: number; isAsked?: boolean }
  const longest = root.isAsked ? (root.longest ?? 0) : undefined
  root.isAsked = true
  root.longest = 0
  return longest
}

/** Hydrates what hydrates when it is seen, and waits for all that hydrates without a touch. */
export async function hydrateAll(): Promise<void> {
  const waiting = () =>
    [...document.querySelectorAll("[data-island]:not([data-hydrated], [data-when=touch])")].filter(
      (island) => !island.matches("[data-when=visible]") || island.firstElementChild?.checkVisibility(),
    )
  for (const deadline = Date.now() + 20_000; waiting().length > 0 && Date.now() < deadline; ) {
    for (const island of waiting()) island.firstElementChild?.scrollIntoView({ block: "center", behavior: "instant" })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  if (waiting().length > 0) throw new Error(`${location.pathname} is not hydrated`)
  scrollTo({ top: 0, behavior: "instant" })
}
