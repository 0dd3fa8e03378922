import type { Finding } from "@haitech/contract/admin/system"
import { connect } from "@nats-io/transport-node"
import { optionsOf } from "#gateways/nats.ts"
import { finding, reasonOf } from "#platform/system/finding.ts"

const TIMEOUT_MS = 5_000

export async function checkNats(address: string | undefined): Promise<readonly Finding[]> {
  if (!address) return []
  try {
    const connection = await connect(optionsOf(address, TIMEOUT_MS))
    await connection.close()
    return [finding("nats_ready")]
  } catch (error) {
    return [finding("nats_silent", { reason: reasonOf(error) })]
  }
}
