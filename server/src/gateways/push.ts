import { PermanentFailure } from "#platform/jobs/permanent-failure.ts"
import { memoize } from "#platform/memoize.ts"
import type { Push } from "#platform/push.ts"

interface Vapid {
  readonly publicKey: string
  readonly privateKey: string
  readonly subject: string
}

const TIMEOUT_MS = 10_000

/** The push services of the browsers. A member chooses the endpoint, so any other host would let them call into our network. */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^(?:[\w-]+\.)*push\.apple\.com$/,
  /^(?:[\w-]+\.)+notify\.windows\.com$/,
]

/** Encrypts (RFC 8291), signs (RFC 8292) and sends (RFC 8030). A test gives `isService` for a double on this machine. */
export function webPush(vapidDetails: Vapid, isService: (url: URL) => boolean = isKnownService): Push {
  const load = memoize(() => import("web-push"))
  const accepts = (endpoint: string) => {
    const url = URL.parse(endpoint)
    return url !== null && isService(url)
  }
  return {
    publicKey: vapidDetails.publicKey,
    accepts,
    async send({ endpoint, p256dh, auth }, { body, ttlSeconds, urgency, topic }) {
      if (!accepts(endpoint)) throw new PermanentFailure("not a push service")
      const { default: library } = await load()
      const options = { vapidDetails, TTL: ttlSeconds, urgency, topic, contentEncoding: "aes128gcm" as const }
      const details = library.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, body, options)
      const { "Content-Length": _length, ...headers } = details.headers
      const response = await fetch(endpoint, {
        method: "POST",
        headers: headersOf(headers),
        body: new Uint8Array(details.body ?? []),
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await response.body?.cancel()
      if (response.status === 404 || response.status === 410) return false
      if (!response.ok) throw failureOf(response.status)
      return true
    },
  }
}

function isKnownService({ protocol, hostname, port }: URL): boolean {
  return protocol === "https:" && port === "" && SERVICES.some((service) => service.test(hostname))
}

function headersOf(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

function failureOf(status: number): Error {
  const error = new Error(`the push service answered ${status}`)
  error.name = `push ${status}`
  return error
}
