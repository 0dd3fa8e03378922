import { setTimeout as pause } from "node:timers/promises"
import type { Finding } from "@haitech/contract/admin/system"
import { configsOf, POOL_SETTINGS } from "#platform/db/connection.ts"
import type { ConnectionPool } from "#platform/db/pool.ts"
import { type Position, readPrimaryPosition } from "#platform/db/replica-position.ts"
import {
  openSource,
  type ReplicaAddress,
  type ReplicaSource,
  ReplicaUnusableError,
} from "#platform/db/replica-source.ts"
import { finding, reasonOf } from "./finding.ts"

const WAIT_MS = 5_000
const PAUSE_MS = 200

/** The first host that is a replica of this database, or what is wrong with the last one. */
export async function checkReplica(
  address: ReplicaAddress | undefined,
  primary: Pick<ConnectionPool, "query">,
): Promise<readonly Finding[]> {
  if (!address) return []
  const position = await readPrimaryPosition(primary)
  let found: Finding | undefined
  for (const host of configsOf(address.url, address.isPooled ? null : POOL_SETTINGS)) {
    try {
      const source = await openSource(host, {})
      found = await checkSource(source, position).finally(source.close)
      return [found]
    } catch (error) {
      found =
        error instanceof ReplicaUnusableError
          ? finding(`replica_${error.code}`)
          : finding("replica_silent", { reason: reasonOf(error) })
    }
  }
  return found ? [found] : []
}

async function checkSource(source: ReplicaSource, position: Position): Promise<Finding> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < WAIT_MS) {
    if ((await source.positionIn(position)) >= position.at) {
      return finding("replica_ready", { seconds: ((performance.now() - startedAt) / 1000).toFixed(1) })
    }
    await pause(PAUSE_MS)
  }
  return finding("replica_late")
}
