import type { StoredFile } from "#platform/http/stored-file.ts"
import { Problem } from "#platform/problem.ts"

const MAX_WAITING = 1000
const MAX_MISSING = 1000
const RETRY_AFTER_S = 2

type Find = (names: readonly string[]) => Promise<ReadonlyMap<string, StoredFile>>

interface Batch {
  readonly names: Set<string>
  readonly files: ReturnType<Find>
}

/** Finds one batch of names at a time, however many are asked for, and remembers those that do not exist. */
export function createLookup(find: Find) {
  let missing = new Set<string>()
  let running: Promise<unknown> = Promise.resolve()
  let next: Batch | undefined

  function openBatch(): Batch {
    const names = new Set<string>()
    const begin = () => {
      next = undefined
      return find([...names])
    }
    const files = running.then(begin, begin)
    running = files
    return { names, files }
  }

  return {
    /** @throws {Problem} `server.busy` when too many names wait already */
    async find(name: string): Promise<StoredFile | undefined> {
      if (missing.has(name)) return undefined
      // The set of now: what is found out before a call of `forgetMissing` is not remembered after it.
      const known = missing
      next ??= openBatch()
      const { names, files } = next
      if (!names.has(name) && names.size >= MAX_WAITING) throw new Problem("server.busy", { retryAfter: RETRY_AFTER_S })
      names.add(name)
      const file = (await files).get(name)
      if (!file) remember(known, name)
      return file
    },
    forgetMissing(): void {
      missing = new Set()
    },
  }
}

function remember(missing: Set<string>, name: string): void {
  missing.add(name)
  const [oldest] = missing
  if (missing.size > MAX_MISSING && oldest !== undefined) missing.delete(oldest)
}
