import { readFileSync } from "node:fs"
import { importPKCS8, SignJWT } from "jose"
import * as z from "zod/mini"
import type { EventChange, EventChanges, ExternalCalendar, ExternalEvent } from "#platform/external-calendar.ts"
import { PermanentFailure } from "#platform/jobs/permanent-failure.ts"

const ServiceAccount = z.object({
  client_email: z.string(),
  private_key: z.string(),
  token_uri: z._default(z.url(), "https://oauth2.googleapis.com/token"),
})
export type ServiceAccount = z.output<typeof ServiceAccount>

/** @returns undefined when the file cannot be read or is no key of a service account */
export function readKeyFile(path: string): ServiceAccount | undefined {
  try {
    return ServiceAccount.safeParse(JSON.parse(readFileSync(path, "utf8"))).data
  } catch {
    return undefined
  }
}

export interface CalendarAccount {
  readonly calendarId: string
  readonly serviceAccount: ServiceAccount
  readonly apiBase: string
}

const SCOPE = "https://www.googleapis.com/auth/calendar.events"
const TIMEOUT_MS = 10_000
const TOKEN_S = 3600
/** A token is renewed a minute before it ends. */
const SPARE_MS = 60_000
const PAGE_EVENTS = 2500

const Token = z.object({ access_token: z.string(), expires_in: z.number() })
const Time = z.object({ dateTime: z.optional(z.string()) })
const Item = z.object({
  id: z.string(),
  status: z.optional(z.string()),
  start: z.optional(Time),
  end: z.optional(Time),
})
const Items = z.object({
  items: z._default(z.array(Item), []),
  nextPageToken: z.optional(z.string()),
  nextSyncToken: z.optional(z.string()),
})
const Failure = z.object({
  error: z.object({ errors: z.optional(z.array(z.object({ reason: z.optional(z.string()) }))) }),
})

/** Google Calendar API v3 with a service account (RFC 7523); the calendar is shared with that account. */
export function googleCalendar({ calendarId, serviceAccount, apiBase }: CalendarAccount): ExternalCalendar {
  const token = accessTokens(serviceAccount)
  const events = `${apiBase}/calendars/${encodeURIComponent(calendarId)}/events`

  async function call(method: string, url: string, body?: object): Promise<Response> {
    const send = async () =>
      fetch(url, {
        method,
        headers: { authorization: `Bearer ${await token.get()}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
    const response = await send()
    if (response.status !== 401) return response
    token.forget()
    return send()
  }

  return {
    async putEvent(event) {
      const id = eventIdOf(event.id)
      const body = { id, ...toBody(event) }
      let response = await call("PUT", `${events}/${id}`, body)
      if (response.status === 404) response = await call("POST", events, body)
      // Another process created it in between.
      if (response.status === 409) response = await call("PUT", `${events}/${id}`, body)
      await requireSuccess(response)
      return id
    },
    async deleteEvent(id) {
      const response = await call("DELETE", `${events}/${eventIdOf(id)}`)
      if (response.status !== 404 && response.status !== 410) await requireSuccess(response)
    },
    async readChanges(syncToken) {
      const changes = await readPages(call, events, syncToken)
      if (changes) return { ...changes, isComplete: syncToken === null }
      const all = await readPages(call, events, null)
      if (!all) throw new Error("the calendar refuses to list its events")
      return { ...all, isComplete: true }
    },
  }
}

/** @returns undefined when the calendar no longer knows the token */
async function readPages(
  call: (method: string, url: string) => Promise<Response>,
  events: string,
  syncToken: string | null,
): Promise<Omit<EventChanges, "isComplete"> | undefined> {
  const changes: EventChange[] = []
  for (let pageToken: string | undefined; ; ) {
    const query = new URLSearchParams({ maxResults: String(PAGE_EVENTS), showDeleted: "true" })
    if (syncToken) query.set("syncToken", syncToken)
    if (pageToken) query.set("pageToken", pageToken)
    const response = await call("GET", `${events}?${query}`)
    if (response.status === 410) return undefined
    await requireSuccess(response)
    const page = Items.parse(await response.json())
    for (const item of page.items) {
      const id = appointmentIdOf(item.id)
      if (id) changes.push({ id, ...timesOf(item) })
    }
    if (page.nextSyncToken) return { changes, syncToken: page.nextSyncToken }
    if (!page.nextPageToken) throw new Error("the calendar's list of events has no end")
    pageToken = page.nextPageToken
  }
}

function timesOf({ status, start, end }: z.output<typeof Item>): Pick<EventChange, "startsAt" | "endsAt"> {
  if (status === "cancelled" || !start?.dateTime || !end?.dateTime) return { startsAt: null, endsAt: null }
  return { startsAt: new Date(start.dateTime), endsAt: new Date(end.dateTime) }
}

function toBody({ title, description, location, startsAt, endsAt }: ExternalEvent) {
  return {
    summary: title,
    description,
    location: location ?? "",
    // A deleted event with the same id becomes visible again.
    status: "confirmed",
    start: { dateTime: startsAt.toISOString() },
    end: { dateTime: endsAt.toISOString() },
  }
}

/** Google allows the digits of base32hex in an event's id: a UUID without its hyphens. */
function eventIdOf(appointmentId: string): string {
  return appointmentId.replaceAll("-", "")
}

function appointmentIdOf(eventId: string): string | undefined {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(eventId)
  return parts?.slice(1).join("-")
}

/** @throws {PermanentFailure} when Google refuses the call for good; an error that is worth another attempt otherwise */
async function requireSuccess(response: Response): Promise<void> {
  if (response.ok) return
  const failure = Failure.safeParse(await response.json().catch(() => undefined)).data?.error
  const error = new Error(`the calendar answered ${response.status}`)
  error.name = failure?.errors?.[0]?.reason ?? `calendar ${response.status}`
  const isLimit = response.status === 403 && /limit|quota/i.test(error.name)
  const isRefused = [400, 403, 404, 412].includes(response.status) && !isLimit
  throw isRefused ? new PermanentFailure("the calendar refused the event", { cause: error }) : error
}

export function accessTokens({ client_email, private_key, token_uri }: ServiceAccount) {
  let current: { readonly value: Promise<string>; endsAt: number } | undefined
  async function request(): Promise<string> {
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: "RS256", typ: "JWT" })
      .setIssuer(client_email)
      .setAudience(token_uri)
      .setIssuedAt()
      .setExpirationTime(`${TOKEN_S}s`)
      .sign(await importPKCS8(private_key, "RS256"))
    const response = await fetch(token_uri, {
      method: "POST",
      body: new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`the calendar's account was answered ${response.status}`)
    const { access_token, expires_in } = Token.parse(await response.json())
    if (current) current.endsAt = Date.now() + expires_in * 1000 - SPARE_MS
    return access_token
  }
  return {
    get(): Promise<string> {
      if (current && current.endsAt > Date.now()) return current.value
      const value = request()
      current = { value, endsAt: Number.POSITIVE_INFINITY }
      value.catch(() => {
        current = undefined
      })
      return value
    },
    forget() {
      current = undefined
    },
  }
}
