import type { Log } from "./log.ts"
import { sourceStack } from "./source-stack.ts"

interface Stoppable {
  /** The server answers as before, but tells everybody to go elsewhere. */
  drain(): Promise<void>
  close(): Promise<void>
}

interface Shutdown {
  /** Aborted by the first signal, also during the start. */
  readonly signal: AbortSignal
  register(server: Stoppable): Promise<boolean>
}

/** The process exits after this time even if it is not yet closed. */
const CLOSE_MS = 10_000

/**
 * SIGTERM and SIGINT drain and close the server, a second one ends the process at once. A signal during the start takes
 * effect after `register`, so that a database just started is stopped, too.
 */
export function prepareShutdown(log: Log): Shutdown {
  const stopping = new AbortController()
  let server: Stoppable | undefined
  const close = async () => {
    setTimeout(() => process.exit(1), CLOSE_MS).unref()
    await server?.close()
    process.exit(0)
  }
  const onSignal = async () => {
    if (stopping.signal.aborted) process.exit(1)
    stopping.abort()
    if (!server) return
    await server.drain()
    await close()
  }
  process.on("SIGTERM", onSignal)
  process.on("SIGINT", onSignal)
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ error: describe(error) }, event)
      process.exit(1)
    })
  }
  return {
    signal: stopping.signal,
    async register(started) {
      server = started
      if (stopping.signal.aborted) await close()
      return stopping.signal.aborted
    },
  }
}

/** The name and stack of an error without its message, which may contain personal data. */
function describe(error: unknown) {
  return error instanceof Error ? { name: error.name, stack: sourceStack(error)?.split("\n").slice(1) } : {}
}
