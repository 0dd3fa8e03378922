import { availableParallelism } from "node:os"
import { hash, verify } from "@node-rs/argon2"
import { createConcurrencyLimit } from "./concurrency-limit.ts"

/** OWASP's least for Argon2id (security C3): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Two at most (C3), and one core is left to those who are not signing in. */
const AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1))
const MOST_WAITING = 20

export interface Passwords {
  /** @throws {Problem} `server.busy` when too many wait already; asked before anything is read or counted */
  expectCapacity(): Promise<void>
  /** @throws {Problem} `server.busy` when too many wait already */
  hash(password: string): Promise<string>
  /**
   * Is it this password? Without a hash (nobody of that name) the answer is no, and takes as long.
   * @throws {Problem} `server.busy` when too many wait already
   */
  matches(known: string | null, password: string): Promise<boolean>
}

/** Hashing is slow by design and runs beside the event loop; few at once, so that a flood of sign-ins starves nobody. */
export function createPasswords(atOnce = AT_ONCE): Passwords {
  const turn = createConcurrencyLimit(atOnce, MOST_WAITING)
  // Made with the first sign-in: a start does not wait for it.
  let nobodys: Promise<string> | undefined
  return {
    expectCapacity: turn.expectCapacity,
    hash: (password) => turn(() => hash(sameEverywhere(password), COST)),
    matches: (known, password) =>
      turn(async () => {
        nobodys ??= hash("nobody has this password", COST)
        const isRight = await verify(known ?? (await nobodys), sameEverywhere(password))
        return known !== null && isRight
      }),
  }
}

/** An è is one sign on some keyboards and two on others: whoever types it means the same (NIST SP 800-63B, 5.1.1.2). */
function sameEverywhere(password: string): string {
  return password.normalize("NFC")
}
