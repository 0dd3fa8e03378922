import { randomUUID } from "node:crypto"
import { tmpdir } from "node:os"
import type { FormAnswer, PageRequest } from "@haitech/contract/pages"
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify"
import { createApp, jobs } from "./app.ts"
import type { Config } from "./config.ts"
import type { Deps } from "./deps.ts"
import { findUser, updateUser } from "./features/accounts/queries/users.ts"
import { startSession } from "./features/accounts/service/sessions.ts"
import type { UserRow } from "./features/accounts/table.ts"
import { createSandbox } from "./features/donations/service/sandbox.ts"
import { withRefunds } from "./features/donations/service/sandbox-refunds.ts"
import { countVitals } from "./features/system/service/web-vitals.ts"
import { createCalendar } from "./gateways/calendar.ts"
import type { Email, Mail } from "./gateways/mail.ts"
import { createPdf } from "./gateways/pdf.ts"
import { type Bus, databaseBus } from "./platform/bus.ts"
import type { Reads } from "./platform/db/reads.ts"
import { type FreshDatabase, freshDatabase } from "./platform/db/testing.ts"
import type { Pages } from "./platform/http/pages.ts"
import type { Identity } from "./platform/identity.ts"
import { startWorker } from "./platform/jobs/worker.ts"
import type { Log } from "./platform/log.ts"
import { withList } from "./platform/mail/sent-emails.ts"
import { createPasswords } from "./platform/passwords.ts"
import { createProofsOfWork } from "./platform/proof-of-work.ts"
import { createLimiter, noLimiter } from "./platform/rate-limits/limiter.ts"
import { createEncryption, createKeyedHash } from "./platform/secret.ts"
import { createSigner } from "./platform/signatures.ts"
import type { Tracing } from "./platform/tracing.ts"

export interface TestApp {
  readonly app: FastifyInstance
  readonly database: FreshDatabase
  readonly deps: Deps
  readonly pages: Pages
  readonly emails: readonly Email[]
  setNow(now: Date): void
  send(request: InjectOptions): Promise<LightMyRequestResponse>
  /** Sends the emails that wait in the outbox, and returns all sent emails. */
  deliver(): Promise<readonly Email[]>
  close(): Promise<void>
}

interface Options {
  readonly rateLimits?: boolean
  readonly log?: Log
  /** The database of another test app, for a second process. */
  readonly database?: FreshDatabase
  readonly bus?: Bus
  readonly trustProxy?: number
  readonly metricsAccess?: Config["metricsAccess"]
  readonly identity?: Identity
  readonly externalCalendar?: Deps["externalCalendar"]
  readonly admin?: Partial<Deps["admin"]>
  readonly siteUrl?: string
  readonly meetingUrl?: string
  readonly replies?: Deps["replies"]
  readonly newslettersPerHour?: number
  readonly organization?: Deps["organization"]
  /** What the mail server does with an email before it takes it. */
  readonly onSend?: (email: Email) => Promise<void>
  readonly isDraining?: () => boolean
  readonly payments?: Deps["payments"] | "off"
  readonly checkSystem?: Deps["checkSystem"]
  readonly certificateEnd?: Deps["certificateEnd"]
  readonly backups?: Deps["backups"]
  readonly pictureBucket?: Deps["pictureBucket"]
  readonly cdn?: Deps["cdn"]
  readonly pages?: Partial<Pages>
  readonly push?: Deps["push"]
  readonly services?: Deps["services"]
  readonly webVitals?: "off"
  readonly tracing?: Tracing
  readonly reads?: Reads
}

export async function createTestApp(options: Options = {}): Promise<TestApp> {
  const database = options.database ?? (await freshDatabase())
  let time = new Date("2026-01-02T03:04:05Z")
  const now = () => time
  const limiter = options.rateLimits ? createLimiter(database.db, SECRET, now) : noLimiter
  const emails: Email[] = []
  const site = { ...SITE, url: options.siteUrl ?? SITE.url }
  const log = options.log ?? silent
  const mail: Mail = withList(
    {
      send: async (email) => {
        await options.onSend?.(email)
        emails.push(email)
      },
    },
    { db: database.db, log, now },
  )
  const deps: Deps = {
    backups: options.backups,
    bus: options.bus ?? databaseBus(database),
    externalCalendar: options.externalCalendar,
    calendar,
    cdn: options.cdn,
    checkSystem: options.checkSystem ?? (async () => []),
    certificateEnd: options.certificateEnd,
    db: database.db,
    now,
    limiter,
    identity: options.identity,
    log,
    mail,
    admin: { setupCode: undefined, resetInReply: false, requiresFactor: false, ...options.admin },
    encryption: createEncryption(SECRET),
    meetingUrl: options.meetingUrl,
    newslettersPerHour: options.newslettersPerHour ?? 200,
    organization: options.organization ?? ORGANIZATION,
    passwords: createPasswords(undefined, CHEAP_HASH),
    payments: paymentsOf(options.payments, { db: database.db, now, keyedHash: createKeyedHash(SECRET) }),
    pdf,
    pictureBucket: options.pictureBucket,
    proofsOfWork: createProofsOfWork(createKeyedHash(SECRET), limiter, now),
    push: options.push,
    services: options.services ?? {},
    replies: options.replies,
    keyedHash: createKeyedHash(SECRET),
    signer: createSigner(SECRET),
    site,
    webVitals: options.webVitals === "off" ? undefined : countVitals({ db: database.db, log, now }),
  }
  const pages = { ...stubPages, ...options.pages }
  const app = await createApp({
    config: {
      dataDir: tmpdir(),
      site,
      trustProxy: options.trustProxy ?? false,
      metricsAccess: options.metricsAccess ?? "open",
    },
    deps,
    pages,
    log,
    pool: database.pool,
    isDraining: options.isDraining ?? (() => false),
    tracing: options.tracing,
    reads: options.reads,
  })
  return {
    app,
    database,
    deps,
    pages,
    emails,
    setNow: (next) => {
      time = next
    },
    send: (request) => app.inject(request),
    async deliver() {
      const worker = await startWorker({ database, handlers: jobs(deps), log: deps.log, tracing: options.tracing })
      await worker.drain()
      await worker.stop()
      return emails
    },
    async close() {
      await app.close()
      if (!options.database) await database.release()
    },
  }
}

function paymentsOf(payments: Options["payments"], sandboxDeps: Parameters<typeof createSandbox>[0]) {
  return payments === "off" ? undefined : (payments ?? withRefunds(createSandbox(sandboxDeps), sandboxDeps.db))
}

/** A browser: stores cookies and sends the origin of its pages. */
export interface Browser {
  send(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    url: string,
    payload?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<LightMyRequestResponse>
  cookie(): string
}

export function openBrowser(testApp: TestApp, headers: Readonly<Record<string, string>> = {}): Browser {
  const jar = new Map<string, string>()
  const cookie = () => headers["cookie"] ?? [...jar].map((pair) => pair.join("=")).join("; ")
  return {
    cookie,
    async send(method, url, payload, extraHeaders = {}) {
      const allHeaders = { origin: SITE.url, ...(jar.size > 0 && { cookie: cookie() }), ...headers, ...extraHeaders }
      const response = await testApp.send({ method, url, headers: allHeaders, ...(payload && { payload }) })
      for (const { name, value, maxAge, expires } of response.cookies) {
        if (value === "" || maxAge === 0 || (expires && expires.getTime() === 0)) jar.delete(name)
        else jar.set(name, value)
      }
      return response
    },
  }
}

/** Registers a member: `name` is the user name, `<name>@example.org` the email address. */
export async function register(testApp: TestApp, name: string, headers?: Readonly<Record<string, string>>) {
  const browser = openBrowser(testApp, headers)
  const fields = { firstName: name, lastName: "Pierre", username: name, email: `${name}@example.org` }
  const response = await browser.send("POST", "/api/auth/register", {
    ...fields,
    password: PASSWORD,
    loginProvider: "haitech",
  })
  return { ...browser, id: response.json<{ id: string }>().id, email: fields.email, username: name }
}

export async function signInAs(testApp: TestApp, userId: string, kind: "member" | "admin"): Promise<Browser> {
  const { db, now } = testApp.deps
  const browser = { secret: undefined, device: { secret: randomUUID(), name: "" } }
  const { secret } = await db.transaction(async (tx) => {
    const user = (await findUser(tx, userId)) as UserRow
    return startSession(tx, { user, provider: "haitech", browser, kind }, now())
  })
  return openBrowser(testApp, { cookie: `session=${secret}` })
}

export async function signInAsAdmin(testApp: TestApp, name: string): Promise<Browser & { readonly id: string }> {
  const { id } = await register(testApp, name)
  await testApp.deps.db.transaction((tx) => updateUser(tx, id, { role: "admin", isAdmin: true }))
  return { ...(await signInAs(testApp, id, "admin")), id }
}

export const PASSWORD = "anba pye mango a"

/** Argon2's smallest cost: nearly every test registers somebody. `passwords.test.ts` checks the real one. */
const CHEAP_HASH = { memoryCost: 8, timeCost: 1, parallelism: 1 }
const SECRET = "a secret for tests"
const ORGANIZATION = { name: "HaiTech Inc.", address: "1 Main Street, Boston, MA 02108", ein: "12-3456789" }
const SITE = { name: "HaiTech", url: "http://localhost:3000", timeZone: "America/New_York" }

const calendar = createCalendar({ name: SITE.name, address: "hello@example.org" })
const pdf = createPdf()
const silent: Log = { info() {}, warn() {}, error() {}, fatal() {} }

/** Pages that render their request as JSON, so that a test can read it. */
const stubPages: Pages = {
  shareAssets: async () => undefined,
  serve: async () => undefined,
  show: async () => undefined,
  revalidate: async () => undefined,
  refresh: () => undefined,
  onRedraw: () => undefined,
  renderOnDemand: () => undefined,
  listFiles: () => undefined,
  findable: () => ["/", "/about"],
  has: (path) => path === "/" || path === "/about",
  failure: () => undefined,
  render: async (request, status) => ({
    status,
    html: JSON.stringify(request),
    headers: { "content-type": "text/html" },
  }),
}

export function readPageRequest(response: LightMyRequestResponse): PageRequest & { readonly form: FormAnswer } {
  return JSON.parse(response.body)
}
