import { availableParallelism } from "node:os"
import * as argon2 from "@node-rs/argon2"
import { createConcurrencyLimit } from "./concurrency-limit.ts"

/** Of Argon2; `memoryCost` in KiB. */
type Cost = Readonly<Record<"memoryCost" | "timeCost" | "parallelism", number>>

/** OWASP's minimum for Argon2id (security C3): 19 MiB, two passes, one lane. */
const COST: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** At most two (C3), and one core stays free for other requests. */
const MAX_RUNNING = Math.min(2, Math.max(1, availableParallelism() - 1))
const MAX_WAITING = 20

export interface Passwords {
  /** Called before a sign-in reads or counts anything. @throws {Problem} `server.busy` when too many wait already */
  expectCapacity(): Promise<void>
  hash(password: string): Promise<string>
  /** Null (no such user) never matches and takes as long. @throws {Problem} `server.busy` when too many wait already */
  matches(storedHash: string | null, password: string): Promise<boolean>
}

/** Hashing is slow by design and runs off the event loop; the limit keeps a flood of sign-ins from starving the rest. */
export function createPasswords(
  maxRunning = MAX_RUNNING,
  cost: Cost = COST,
  { hash, verify }: Pick<typeof argon2, "hash" | "verify"> = argon2,
): Passwords {
  const limited = createConcurrencyLimit(maxRunning, MAX_WAITING)
  // Created at the first sign-in, so that the start does not wait for it.
  let dummyHash: Promise<string> | undefined
  return {
    expectCapacity: limited.expectCapacity,
    hash: (password) => limited(() => hash(normalize(password), cost)),
    matches: (storedHash, password) =>
      limited(async () => {
        dummyHash ??= hash("nobody has this password", cost)
        const isMatch = await verify(storedHash ?? (await dummyHash), normalize(password))
        return storedHash !== null && isMatch
      }),
  }
}

/** Keyboards encode è as one or two code points; both are the same password (NIST SP 800-63B, 5.1.1.2). */
function normalize(password: string): string {
  return password.normalize("NFC")
}
