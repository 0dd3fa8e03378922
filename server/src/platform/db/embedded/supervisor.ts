import { setTimeout as sleep } from "node:timers/promises"
import type { Address } from "#platform/db/connection.ts"
import { EmbeddedDatabaseError } from "#platform/db/unusable.ts"
import { type Keeper, keep } from "./keeper.ts"
import { withLock } from "./lock.ts"

/** Looks after a running server from the first start until we let go of it. */
export interface Supervisor<Running> {
  begin(): Promise<Running>
  end(): Promise<void>
}

/**
 * Every process that uses the server does this, so that one of them brings it back whoever had started it.
 * @param ensureRunning starts or finds the server; called under the lock.
 */
export function supervise<Running extends { readonly address: Address }>(
  lock: string,
  ensureRunning: () => Promise<Running>,
  tell: (line: string) => void,
): Supervisor<Running> {
  let keeper: Keeper | undefined
  let reviving: Promise<void> | undefined
  let leaving = false

  async function join(): Promise<Running> {
    const running = await ensureRunning()
    keeper = await keep(running.address, () => {
      if (!leaving) reviving ??= revive().finally(() => (reviving = undefined))
    })
    return running
  }

  async function revive(): Promise<void> {
    tell("The database dropped its connections; looking after it.")
    for (let pause = 50; !leaving; pause = Math.min(pause * 2, 1_000)) {
      try {
        await keeper?.close()
        await withLock(lock, join)
        tell("The database is back.")
        return
      } catch (error) {
        tell(error instanceof EmbeddedDatabaseError ? error.message : "The database does not come back yet.")
        await sleep(pause)
      }
    }
  }

  return {
    begin: () => withLock(lock, join),
    async end() {
      leaving = true
      await reviving
      await keeper?.close()
    },
  }
}
