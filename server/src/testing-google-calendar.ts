import { generateKeyPairSync } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { importSPKI, jwtVerify } from "jose"
import type { ServiceAccount } from "./gateways/calendar/google.ts"

interface StoredEvent {
  readonly id: string
  status: "confirmed" | "cancelled"
  summary?: string
  description?: string
  location?: string
  start: { dateTime: string }
  end: { dateTime: string }
  version: number
}

/** Google's token endpoint (RFC 7523) and its Calendar API v3, over HTTP on this machine. */
export interface GoogleCalendarDouble {
  readonly account: {
    readonly calendarId: string
    readonly serviceAccount: ServiceAccount
    readonly apiBase: string
  }
  readonly calls: readonly string[]
  events(): readonly StoredEvent[]
  move(id: string, startsAt: string, endsAt: string): void
  remove(id: string): void
  failNext(calls: RegExp, status: number, reason?: string, times?: number): void
  revokeTokens(): void
  /** Shares the calendar with our account for reading only, or for writing as at first. */
  shareFor(role: "reader" | "writer"): void
  forgetSyncTokens(): void
  close(): Promise<void>
}

const CALENDAR = "sessions@group.calendar.google.com"
const EVENT_ID = /^[0-9a-v]{5,1024}$/
/** Small, so that tests read more than one page. */
const PAGE = 2

export async function startGoogleCalendar(): Promise<GoogleCalendarDouble> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const stored = new Map<string, StoredEvent>()
  const calls: string[] = []
  const failures: { calls: RegExp; status: number; reason: string; times: number }[] = []
  let [version, oldestToken, tokens] = [0, 0, 0]
  let accessRole = "writer"

  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const serviceAccount = {
    client_email: "sessions@project.iam.gserviceaccount.com",
    private_key: String(privateKey.export({ type: "pkcs8", format: "pem" })),
    token_uri: `${url}/token`,
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? "", url)
    const body = (await request.toArray()).join("")
    calls.push(`${request.method} ${address.pathname}`)
    const failure = failures.find(({ calls: pattern, times }) => times > 0 && pattern.test(calls.at(-1) ?? ""))
    if (failure) {
      failure.times--
      return refuse(response, failure.status, failure.reason)
    }
    if (address.pathname === "/token") return issueToken(response, new URLSearchParams(body))
    if (request.headers.authorization !== `Bearer token-${tokens}`) return refuse(response, 401, "authError")
    const [, id] = /^\/calendars\/sessions%40group\.calendar\.google\.com\/events(?:\/(.+))?$/.exec(
      address.pathname,
    ) ?? ["", undefined]
    if (!address.pathname.startsWith("/calendars/sessions%40")) return refuse(response, 404, "notFound")
    if (request.method === "GET") return list(response, address.searchParams)
    if (request.method === "DELETE") return remove(response, id ?? "")
    return write(response, request.method === "POST" ? undefined : id, JSON.parse(body))
  }

  async function issueToken(response: ServerResponse, form: URLSearchParams): Promise<void> {
    const key = await importSPKI(String(publicKey.export({ type: "spki", format: "pem" })), "RS256")
    const options = { issuer: serviceAccount.client_email, audience: serviceAccount.token_uri }
    const verified = await jwtVerify(form.get("assertion") ?? "", key, options).catch(() => undefined)
    const isGrant = form.get("grant_type") === "urn:ietf:params:oauth:grant-type:jwt-bearer"
    if (!isGrant || verified?.payload["scope"] !== "https://www.googleapis.com/auth/calendar.events") {
      return send(response, 400, { error: "invalid_grant" })
    }
    tokens++
    send(response, 200, { access_token: `token-${tokens}`, expires_in: 3599, token_type: "Bearer" })
  }

  function write(response: ServerResponse, id: string | undefined, event: Omit<StoredEvent, "version">): void {
    if (!EVENT_ID.test(event.id) || !event.start?.dateTime || event.end?.dateTime <= event.start.dateTime)
      return refuse(response, 400, "invalid")
    if (id === undefined && stored.has(event.id)) return refuse(response, 409, "duplicate")
    if (id !== undefined && !stored.has(id)) return refuse(response, 404, "notFound")
    stored.set(event.id, { ...event, version: ++version })
    send(response, 200, stored.get(event.id) ?? {})
  }

  function remove(response: ServerResponse, id: string): void {
    const event = stored.get(id)
    if (!event) return refuse(response, 404, "notFound")
    if (event.status === "cancelled") return refuse(response, 410, "deleted")
    cancel(id)
    send(response, 204)
  }

  function cancel(id: string): void {
    const event = stored.get(id)
    if (event) stored.set(id, { ...event, status: "cancelled", version: ++version })
  }

  function list(response: ServerResponse, query: URLSearchParams): void {
    const since = Number(query.get("syncToken") ?? 0)
    if (query.has("syncToken") && since < oldestToken) return refuse(response, 410, "fullSyncRequired")
    const from = Number(query.get("pageToken") ?? 0)
    const changed = [...stored.values()].filter((event) => event.version > since)
    const isLast = from + PAGE >= changed.length
    send(response, 200, {
      accessRole,
      items: changed.slice(from, from + PAGE).map(({ version: _version, ...event }) => event),
      ...(isLast ? { nextSyncToken: String(version) } : { nextPageToken: String(from + PAGE) }),
    })
  }

  return {
    account: { calendarId: CALENDAR, serviceAccount, apiBase: url },
    calls,
    events: () => [...stored.values()].filter(({ status }) => status === "confirmed"),
    move(id, startsAt, endsAt) {
      const event = stored.get(id)
      if (!event) throw new Error(`no event ${id}`)
      stored.set(id, { ...event, start: { dateTime: startsAt }, end: { dateTime: endsAt }, version: ++version })
    },
    remove: cancel,
    failNext: (pattern, status, reason = "backendError", times = 1) =>
      void failures.push({ calls: pattern, status, reason, times }),
    shareFor(role) {
      accessRole = role
    },
    revokeTokens() {
      tokens++
    },
    forgetSyncTokens() {
      oldestToken = version + 1
    },
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  send(response, status, { error: { code: status, message: reason, errors: [{ domain: "global", reason }] } })
}

function send(response: ServerResponse, status: number, body?: object): void {
  response.writeHead(status, { "content-type": "application/json; charset=UTF-8" })
  response.end(body && JSON.stringify(body))
}
