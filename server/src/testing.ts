import type { FormAnswer, PageRequest } from "@haitech/contract/pages"
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify"
import { createApp } from "./app.ts"
import type { Deps } from "./deps.ts"
import type { Letter, Mail } from "./gateways/mail.ts"
import type { FreshDatabase } from "./platform/db/testing.ts"
import { freshDatabase } from "./platform/db/testing.ts"
import type { Pages } from "./platform/http/pages.ts"
import { noLimits, sharedLimits } from "./platform/limits/limiter.ts"
import type { Log } from "./platform/log.ts"
import { createPasswords } from "./platform/passwords.ts"

/** The whole server on an empty database, for tests that go through the door. */
export interface TestHouse {
  readonly app: FastifyInstance
  readonly database: FreshDatabase
  readonly deps: Deps
  /** What was sent by mail. */
  readonly letters: readonly Letter[]
  /** Moves the clock that the features see. */
  setNow(now: Date): void
  send(request: InjectOptions): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

interface Options {
  readonly limits?: boolean
  readonly log?: Log
  /** Another server on the same database. */
  readonly database?: FreshDatabase
  readonly trustProxy?: number
}

/** Starts one server; with `database` of another one, a second process' twin. */
export async function openHouse(options: Options = {}): Promise<TestHouse> {
  const database = options.database ?? (await freshDatabase())
  let time = new Date("2026-01-02T03:04:05Z")
  const now = () => time
  const limiter = options.limits ? sharedLimits(database.db, "a secret for tests", now) : noLimits
  const letters: Letter[] = []
  const mail: Mail = { send: async (letter) => void letters.push(letter) }
  const deps: Deps = { db: database.db, now, limiter, mail, passwords: createPasswords(), site: SITE }
  const app = await createApp({
    config: { site: SITE, trustProxy: options.trustProxy ?? false },
    deps,
    pages: drawnPages,
    log: options.log ?? silent,
    isReady: () => database.sql`select 1`,
    outboxDepth: async () => 0,
  })
  return {
    app,
    database,
    deps,
    letters,
    setNow: (next) => {
      time = next
    },
    send: (request) => app.inject(request),
    async close() {
      await app.close()
      if (!options.database) await database.drop()
    },
  }
}

const SITE = { name: "HaiTech", url: "http://localhost:3000", timeZone: "America/New_York" }

const silent: Log = { info() {}, warn() {}, error() {}, fatal() {} }

/** Pages that show what they were given, so that a test can look at it. */
const drawnPages: Pages = {
  serve: async () => undefined,
  keepCurrent: async () => undefined,
  drawUnder: () => undefined,
  findable: () => ["/", "/about"],
  has: (path) => path === "/" || path === "/about",
  render: async (request, status) => ({
    status,
    html: JSON.stringify(request),
    headers: { "content-type": "text/html" },
  }),
}

/** What a page was drawn with, from its answer. */
export function drawn(answer: LightMyRequestResponse): PageRequest & { readonly form: FormAnswer } {
  return JSON.parse(answer.body)
}
