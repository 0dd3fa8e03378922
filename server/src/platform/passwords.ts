import { hash, verify } from "@node-rs/argon2"
import { Problem } from "#platform/problem.ts"

/** OWASP's least for Argon2id (security C3): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const AT_ONCE = 2
const MOST_WAITING = 20
const BUSY_S = 2

export interface Passwords {
  /** @throws {Problem} `server.busy` when too many wait already */
  hash(password: string): Promise<string>
  /**
   * Is it this password? Without a hash (nobody of that name) the answer is no, and takes as long.
   * @throws {Problem} `server.busy` when too many wait already
   */
  matches(known: string | null, password: string): Promise<boolean>
}

/** Hashing is slow by design and runs beside the event loop; few at once, so that a flood of sign-ins starves nobody. */
export function createPasswords(): Passwords {
  const turn = createTurns()
  // Made with the first sign-in: a start does not wait for it.
  let nobodys: Promise<string> | undefined
  return {
    hash: (password) => turn(() => hash(password, COST)),
    matches: (known, password) =>
      turn(async () => {
        nobodys ??= hash("nobody has this password", COST)
        const isRight = await verify(known ?? (await nobodys), password)
        return known !== null && isRight
      }),
  }
}

function createTurns() {
  let running = 0
  const waiting: (() => void)[] = []
  return async function turn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) {
      if (waiting.length >= MOST_WAITING) throw new Problem("server.busy", { retryAfter: BUSY_S })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      // Whoever waited longest takes this place over.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
