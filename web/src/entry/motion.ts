const root = document.documentElement
const REDUCED_MOTION = "(prefers-reduced-motion: reduce), (max-width: 1023px)"

/** Plays the muted hero video (spec §2) in view, unless data saver, reduced motion or a small screen forbids it. */
export function playVideo(): void {
  if (root.dataset["save"] !== undefined || matchMedia(REDUCED_MOTION).matches) return
  const video = document.querySelector<HTMLVideoElement>("[data-video]")
  if (!video) return
  video.parentElement?.removeAttribute("hidden")
  for (const source of video.querySelectorAll("source")) source.src = source.dataset["src"] ?? ""
  video.addEventListener("playing", () => video.toggleAttribute("data-playing", true), { once: true })
  video.load()
  new IntersectionObserver((entries) => {
    // The browser may block autoplay; then the SVG scene below remains visible.
    if (entries.at(-1)?.isIntersecting && !root.matches("[data-paused]")) video.play().catch(() => undefined)
    else video.pause()
  }).observe(video)
}

/** Stops everything that moves, or lets it go on. */
export function pauseMotion(button: HTMLElement): void {
  const paused = root.toggleAttribute("data-paused")
  button.ariaPressed = String(paused)
  for (const video of document.querySelectorAll("video")) void (paused ? video.pause() : video.play())
}
