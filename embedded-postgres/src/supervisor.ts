import { setTimeout as sleep } from "node:timers/promises"
import type { Endpoint, Names } from "./connection.ts"
import { EmbeddedPostgresError } from "./error.ts"
import { type LivenessConnection, openLiveness } from "./liveness.ts"
import { withLock } from "./lock.ts"

export interface Supervisor<Running> {
  begin(): Promise<Running>
  end(): Promise<void>
}

export interface Supervised<Running> {
  readonly lock: string
  readonly names: Names
  readonly log: (line: string) => void
  ensureRunning(): Promise<Running> // called under the lock
}

/** Every process that uses the server supervises it, so that it comes back whichever process started it. */
export function supervise<Running extends { readonly endpoint: Endpoint }>({
  lock,
  names,
  log,
  ensureRunning,
}: Supervised<Running>): Supervisor<Running> {
  let liveness: LivenessConnection | undefined
  let restarting: Promise<void> | undefined
  let isEnding = false

  async function join(): Promise<Running> {
    const running = await ensureRunning()
    liveness = await openLiveness(running.endpoint, names, () => {
      if (!isEnding) restarting ??= restart().finally(() => (restarting = undefined))
    })
    return running
  }

  async function restart(): Promise<void> {
    log("The database closed its connections; restarting it.")
    for (let pause = 50; !isEnding; pause = Math.min(pause * 2, 1_000)) {
      try {
        await liveness?.close()
        await withLock(lock, join)
        log("The database is back.")
        return
      } catch (error) {
        log(error instanceof EmbeddedPostgresError ? error.message : "The database is not back yet.")
        await sleep(pause)
      }
    }
  }

  return {
    begin: () => withLock(lock, join),
    async end() {
      isEnding = true
      await restarting
      await liveness?.close()
    },
  }
}
