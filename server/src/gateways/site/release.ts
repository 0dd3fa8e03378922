import type { Finding } from "@haitech/contract/admin/system"
import * as z from "zod/mini"
import { finding, reasonOf } from "#platform/system/finding.ts"

const TIMEOUT_MS = 10_000
/** A release of GitHub's API; other forges answer the same. */
const Release = z.object({ tag_name: z.string().check(z.regex(/^v?\d+\.\d+\.\d+$/)) })

/** Whether `url` names a newer release than this one. Nothing without an address, so that no server learns of this one. */
export async function checkRelease(url: string | undefined, current: string): Promise<readonly Finding[]> {
  if (!url) return []
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { tag_name: name } = Release.parse(await response.json())
    return isNewer(name, current) ? [finding("release_newer", { version: name.replace(/^v/, "") })] : []
  } catch (error) {
    return [finding("release_unknown", { reason: reasonOf(error) })]
  }
}

function isNewer(name: string, current: string): boolean {
  const [a, b] = [numbersOf(name), numbersOf(current)]
  const index = a.findIndex((number, position) => number !== b[position])
  return index >= 0 && (a[index] ?? 0) > (b[index] ?? 0)
}

const numbersOf = (version: string) => version.replace(/^v/, "").split(".").map(Number)
