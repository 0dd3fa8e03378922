import type { Finding } from "@haitech/contract/admin/system"
import { isDone, sendPurge } from "#gateways/cdn.ts"
import type { PurgeRequest } from "#platform/cdn/request.ts"
import { finding, reasonOf } from "#platform/system/finding.ts"

/** Purges, because no other call tells whether a purge works. */
export async function checkCdn(maxAge: number, request: PurgeRequest | undefined): Promise<readonly Finding[]> {
  if (!request) return maxAge > 0 ? [finding("cdn_unpurged", { seconds: maxAge })] : []
  const { host } = new URL(request.url)
  try {
    const status = await sendPurge(request)
    return [isDone(status) ? finding("cdn_ready", { host }) : finding("cdn_refused", { host, reason: status })]
  } catch (error) {
    return [finding("cdn_silent", { host, reason: reasonOf(error) })]
  }
}
