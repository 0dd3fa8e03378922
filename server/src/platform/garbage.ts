import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

const CHECK_MS = 30_000
const LOADED_SHARE = 0.2
const REST_SHARE = 0.05
const POOL_BYTES = 131_072

/** Makes Node's pools of small buffers as large as MALLOC_MMAP_THRESHOLD_: glibc then gives back each that is free. */
export function enlargePools(): void {
  Buffer.poolSize = POOL_BYTES
}

/**
 * Gives memory back to the system: V8 itself never shrinks its young generation while a server is at rest. Blocks the
 * event loop for some 100 ms.
 */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc")
  const collect: NodeJS.GCFunction = runInNewContext("gc")
  collect({ type: "major", execution: "sync", flavor: "last-resort" })
}

/** Calls `collect` when the event loop was busy for a large share of half a minute, and later for a small one. */
export function onRestAfterLoad(collect: () => void): void {
  let wasLoaded = false
  let last = performance.eventLoopUtilization()
  setInterval(() => {
    const current = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(current, last)
    last = current
    if (utilization > LOADED_SHARE) wasLoaded = true
    if (!wasLoaded || utilization > REST_SHARE) return
    wasLoaded = false
    collect()
  }, CHECK_MS).unref()
}
