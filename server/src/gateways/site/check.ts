import { connect } from "node:tls"
import type { Finding } from "@haitech/contract/admin/system"
import * as z from "zod/mini"
import { finding, reasonOf } from "#platform/system/finding.ts"

const TIMEOUT_MS = 10_000
const DAY_MS = 86_400_000
/** Certificates of Let's Encrypt are renewed thirty days before their end. */
const SOON_DAYS = 14
const Health = z.object({ status: z.literal("live") })

/** Whether the product answers at its public address, and how long its certificate is valid. */
export async function checkSite(address: string, now = Date.now()): Promise<readonly Finding[]> {
  const url = new URL(address)
  const found = await Promise.all([
    checkAnswer(url),
    ...(url.protocol === "https:" ? [checkCertificate(url, now)] : []),
  ])
  return found.flat()
}

async function checkAnswer(url: URL): Promise<Finding> {
  const { host } = url
  try {
    const response = await fetch(new URL("/healthz", url), { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const isOurs = response.ok && Health.safeParse(await response.json().catch(() => undefined)).success
    return isOurs ? finding("site_answers", { host }) : finding("site_foreign", { host, status: response.status })
  } catch (error) {
    return finding("site_silent", { host, reason: reasonOf(error) })
  }
}

/** Nothing when nobody listens there, which the other finding says. */
async function checkCertificate({ hostname: host, port }: URL, now: number): Promise<readonly Finding[]> {
  const shown = await readCertificate(host, Number(port || 443)).catch(() => undefined)
  if (!shown) return []
  return [certificateFinding(host, shown, now)]
}

/** When the certificate of an https address ends, in seconds since 1970. @throws when nobody listens there */
export async function certificateEnd(address: string): Promise<number> {
  const { hostname, port } = new URL(address)
  return (await readCertificate(hostname, Number(port || 443))).endsAt / 1000
}

export function certificateFinding(host: string, { endsAt, refusal }: Shown, now: number): Finding {
  if (refusal) return finding("certificate_refused", { host, reason: refusal })
  const days = Math.floor((endsAt - now) / DAY_MS)
  return finding(days < SOON_DAYS ? "certificate_ends" : "certificate_valid", { host, days })
}

interface Shown {
  /** In milliseconds since 1970. */
  readonly endsAt: number
  readonly refusal: string | undefined
}

function readCertificate(host: string, port: number): Promise<Shown> {
  return new Promise((resolve, reject) => {
    // A certificate that browsers refuse is read, too, to tell why.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: TIMEOUT_MS })
    socket.once("secureConnect", () => {
      const { authorized, authorizationError } = socket
      resolve({
        endsAt: Date.parse(socket.getPeerCertificate().valid_to),
        // The type says Error; it is a code.
        refusal: authorized ? undefined : String(authorizationError),
      })
      socket.destroy()
    })
    socket.once("timeout", () => socket.destroy(new Error("timeout")))
    socket.once("error", reject)
  })
}
