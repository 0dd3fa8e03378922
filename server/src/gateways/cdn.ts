import type { Cdn } from "#platform/cdn/cdn.ts"
import type { PurgeRequest } from "#platform/cdn/request.ts"
import { PermanentFailure } from "#platform/jobs/permanent-failure.ts"

const TIMEOUT_MS = 10_000
const MAY_PASS = [408, 429]

/** A CDN that one request empties. What it answers beyond the status is ignored. */
export function requestedCdn(request: PurgeRequest, timeoutMs = TIMEOUT_MS): Cdn {
  return {
    async purge() {
      const status = await sendPurge(request, timeoutMs)
      if (isDone(status)) return
      const error = new Error(`the CDN answered ${status}`)
      error.name = `cdn ${status}`
      const isFinal = status < 500 && !MAY_PASS.includes(status)
      throw isFinal ? new PermanentFailure("the CDN refuses the purge", { cause: error }) : error
    },
  }
}

export async function sendPurge({ url, method, headers, body }: PurgeRequest, timeoutMs = TIMEOUT_MS): Promise<number> {
  const response = await fetch(url, {
    method,
    headers,
    body: body ?? null,
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  return response.status
}

export function isDone(status: number): boolean {
  return status >= 200 && status < 300
}
