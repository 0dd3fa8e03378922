import { routes } from "@haitech/contract/routes"
import { boundOf, LINES, measuredPageAt, type Vital } from "@haitech/contract/vitals"
import { type Metric, onCLS, onINP, onLCP, onTTFB } from "web-vitals"

const page = measuredPageAt(location.pathname)
const bounds: Partial<Record<Vital, number>> = {}
let isSent = false

const { connection } = navigator as { connection?: { effectiveType?: string } }
const line = LINES.find((name) => name === connection?.effectiveType) ?? "unknown"

function note({ name, value }: Metric): void {
  if (name !== "FCP") bounds[name] = boundOf(name, value)
}

/** Once, when the reader leaves: the metrics grow until then. */
function send(): void {
  if (document.visibilityState !== "hidden" || isSent || !page) return
  isSent = true
  const body = JSON.stringify({ page, language: document.documentElement.lang, line, bounds })
  // oxlint-disable-next-line no-restricted-properties -- closing pages can send nothing else
  navigator.sendBeacon(routes.sendWebVitals.path, new Blob([body], { type: "application/json" }))
}

for (const observe of [onCLS, onINP, onLCP, onTTFB]) observe(note, { reportAllChanges: true })
addEventListener("visibilitychange", send)
