import { setTimeout as pause } from "node:timers/promises"
import { connectToSupported } from "./client.ts"
import { disconnect, type Where } from "./connection.ts"
import { DatabaseUnreachableError } from "./unusable.ts"

interface Waiting {
  readonly seconds: number
  readonly log: (line: string) => void
  readonly signal?: AbortSignal
}

const PAUSE_MS = 500

/** A database may boot later than this process. @throws DatabaseUnusableError at once when waiting cannot help */
export async function waitForDatabase(where: Where, { seconds, log, signal }: Waiting): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  for (let attempt = 1; ; attempt++) {
    try {
      return await disconnect(await connectToSupported(where, {}))
    } catch (error) {
      if (!(error instanceof DatabaseUnreachableError)) throw error
      if (performance.now() >= deadline || signal?.aborted) throw error
      if (attempt === 1) log(`${error.message}. Waiting for it, up to ${seconds} seconds.`)
      await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}
