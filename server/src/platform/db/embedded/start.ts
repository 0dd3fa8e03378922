import { setTimeout as sleep } from "node:timers/promises"
import type { Address } from "#platform/db/connection.ts"
import { EmbeddedDatabaseError } from "#platform/db/unusable.ts"
import { chooseAddress, recordedAddress, removeShortFolder } from "./address.ts"
import { findBinaries } from "./binaries.ts"
import { ensureCluster } from "./cluster.ts"
import { countKeepers, whoAnswers } from "./keeper.ts"
import { withLock } from "./lock.ts"
import { trimLog } from "./log.ts"
import { openPlace, type Place, unusable } from "./place.ts"
import { postmasterOf } from "./postmaster.ts"
import { chooseRunner } from "./privileges.ts"
import { launch, type Settings, stopServer } from "./server.ts"
import { supervise } from "./supervisor.ts"

interface Running {
  readonly address: Address
  /** Another process had started it. */
  readonly attached: boolean
}

/** A PostgreSQL that this product started, or found running. */
export interface Embedded extends Running {
  /** Lets go of the server. The last process that lets go stops it. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Is told in one line, without personal data, what an administrator should know: the server died, it is back. */
  readonly tell?: (line: string) => void
  /** Server settings beside ours, for a server that is not running yet. */
  readonly settings?: Settings
  /** A loopback port and a password in place of a unix socket. Windows has no other way. */
  readonly tcp?: boolean
}

/**
 * Gives a real PostgreSQL whose files and socket lie in `folder`: starts it, makes it at the first start, or joins the
 * one that another process runs there. While it is in use it is brought back when it dies.
 * @throws EmbeddedDatabaseError with one line for an administrator when the folder or the machine does not allow it.
 */
export async function startEmbedded(folder: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const place = openPlace(folder)
  const supervisor = supervise(place.lock, () => ensureRunning(place, options), options.tell ?? (() => {}))
  const found = await supervisor.begin().catch((error: unknown) => {
    throw unusable(place.folder, error)
  })
  const trimming = setInterval(() => trimLog(place.log), 60 * 60 * 1000).unref()
  return {
    ...found,
    async stop() {
      clearInterval(trimming)
      await supervisor.end()
      await withLock(place.lock, () => stopIfLast(place, found.address))
    },
  }
}

async function ensureRunning(place: Place, options: EmbeddedOptions): Promise<Running> {
  const running = await findRunning(place)
  if (running) return { address: running, attached: true }
  const runner = chooseRunner(place, findBinaries())
  const address = await chooseAddress(place, runner, options.tcp ?? process.platform === "win32")
  await ensureCluster(place, runner, address)
  await launch(place, runner, address, options.settings ?? {})
  return { address, attached: false }
}

/** Waits for a server that is starting or stopping; one that lives but cannot be reached is stopped. */
async function findRunning(place: Place): Promise<Address | undefined> {
  const address = recordedAddress(place)
  for (let until = Date.now() + PATIENCE, tries = 0; Date.now() < until; await sleep(20), tries += 1) {
    const answer = address ? await whoAnswers(place, address) : "nobody"
    if (answer === "ours") return address
    if (answer === "foreign") {
      throw new EmbeddedDatabaseError(`Another program answers at the database's socket in ${place.folder}: stop it.`)
    }
    const running = postmasterOf(place.data)
    if (!running && answer === "nobody") return undefined
    // A ready server always listens, so its socket must have been deleted.
    if (running?.status === "ready" && answer === "nobody" && tries > 50) break
    // Recovery after a crash takes as long as it takes.
    if (running?.status === "starting") until = Date.now() + PATIENCE
  }
  if (!postmasterOf(place.data)) {
    throw new EmbeddedDatabaseError(`The database in ${place.folder} does not answer: stop what holds its socket.`)
  }
  await stopServer(place)
  return undefined
}

/** Milliseconds for a server to answer, or to finish stopping. */
const PATIENCE = 5_000

async function stopIfLast(place: Place, address: Address): Promise<void> {
  if ((await countKeepers(address)) > 0) return
  await stopServer(place)
  removeShortFolder(place, address)
}
