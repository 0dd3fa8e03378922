import { randomUUID } from "node:crypto"
import proxyAddr from "@fastify/proxy-addr"
import Fastify, { type FastifyInstance } from "fastify"
import type { Config } from "./config.ts"
import type { Deps } from "./deps.ts"
import { accountJobs } from "./features/accounts/jobs.ts"
import { googleVisits } from "./features/accounts/routes/google.ts"
import { accountRoutes } from "./features/accounts/routes.ts"
import { hearEnded, isOpen, memberOf } from "./features/accounts/service/sessions.ts"
import { sweepAccounts } from "./features/accounts/service/sweep.ts"
import { appointmentJobs } from "./features/appointments/jobs.ts"
import { appointmentRoutes } from "./features/appointments/routes.ts"
import { chatJobs } from "./features/chat/jobs.ts"
import { hearChat } from "./features/chat/live.ts"
import { chatRoutes } from "./features/chat/routes.ts"
import { topicsOf } from "./features/chat/service/conversation.ts"
import { noteHere } from "./features/chat/service/office.ts"
import { donationRoutes } from "./features/donations/routes.ts"
import { memberRoutes } from "./features/members/routes.ts"
import { outreachJobs } from "./features/outreach/jobs.ts"
import { outreachRoutes } from "./features/outreach/routes.ts"
import { purgeDeletedContacts } from "./features/outreach/service/deletion.ts"
import { articlePaths, carryPublished } from "./features/publishing/pages.ts"
import { publishingRoutes } from "./features/publishing/routes.ts"
import { purgeDeleted } from "./features/publishing/service.ts"
import { readable } from "./platform/http/addresses.ts"
import { readBodies } from "./platform/http/bodies.ts"
import { connectionsOf } from "./platform/http/connections.ts"
import { answerErrors, refuseUnreadable } from "./platform/http/errors.ts"
import { guestIn } from "./platform/http/guest-cookie.ts"
import { tellHealth } from "./platform/http/health.ts"
import { mount } from "./platform/http/mount.ts"
import { observe } from "./platform/http/observe.ts"
import type { Pages } from "./platform/http/pages.ts"
import { fixedHeaders, secure } from "./platform/http/security.ts"
import { readCookies, secretIn } from "./platform/http/session-cookie.ts"
import { offerSitemap } from "./platform/http/sitemap.ts"
import { mountVisits } from "./platform/http/visits.ts"
import { sweepOutbox } from "./platform/jobs/claims.ts"
import { sweepLimits } from "./platform/limits/limiter.ts"
import type { Log } from "./platform/log.ts"
import { createMetrics } from "./platform/metrics.ts"
import { openSockets } from "./platform/socket/sockets.ts"

/** What the server needs beside what its features need. */
export interface House {
  readonly config: Pick<Config, "site" | "trustProxy">
  readonly deps: Deps
  readonly pages: Pages
  readonly log: Log
  /** Resolves when the database answers. */
  readonly isReady: () => Promise<unknown>
  readonly outboxDepth: () => Promise<number>
}

const BODY_BYTES = 64 * 1024
const HEADER_BYTES = 16 * 1024
const SLOWEST_MS = 20_000
const KEPT_OPEN_MS = 65_000
const CONNECTIONS = 10_000

/** Every call of the product, answered. */
export const answers = (deps: Deps) => [
  ...accountRoutes(deps),
  ...appointmentRoutes(deps),
  ...chatRoutes(deps),
  ...donationRoutes(deps),
  ...memberRoutes(deps),
  ...outreachRoutes(deps),
  ...publishingRoutes(deps),
]

/** Every address that only sends its visitors on. */
export const visits = (deps: Deps) => [...googleVisits(deps)]

/** Everything that happens later, by its name in the outbox. */
export const jobs = (deps: Deps) => ({
  ...accountJobs(deps),
  ...appointmentJobs(deps),
  ...chatJobs(deps),
  ...outreachJobs(deps),
})

/** Everything that runs out, taken away. */
export async function sweep(deps: Pick<Deps, "db" | "now">): Promise<void> {
  for (const each of [sweepAccounts, purgeDeleted, purgeDeletedContacts, sweepLimits, sweepOutbox]) await each(deps)
}

/** The whole server, assembled. Nothing here decides anything. */
export async function createApp({ config, deps, pages, log, isReady, outboxDepth }: House): Promise<FastifyInstance> {
  let isStopping = false
  const trust = trusted(config.trustProxy)
  const isSecure = config.site.url.startsWith("https:")
  const metrics = createMetrics(outboxDepth)
  const app = Fastify({
    logger: false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    genReqId: () => randomUUID(),
    trustProxy: trust,
    bodyLimit: BODY_BYTES,
    requestTimeout: SLOWEST_MS,
    keepAliveTimeout: KEPT_OPEN_MS,
    forceCloseConnections: "idle",
    http: { maxHeaderSize: HEADER_BYTES, headersTimeout: SLOWEST_MS, connectionsCheckingInterval: 1000 },
    clientErrorHandler: refuseUnreadable(fixedHeaders(config.site.url)),
    rewriteUrl: readable,
    // Who comes during the goodbye is served once more and then sent elsewhere: the database is still there.
    return503OnClosing: false,
    // No part of an address is longer than the headers may be.
    routerOptions: { ignoreDuplicateSlashes: false, caseSensitive: true, maxParamLength: HEADER_BYTES },
  })
  app.server.maxConnections = CONNECTIONS
  const connections = connectionsOf(app.server)
  app.addHook("preClose", async () => {
    isStopping = true
    connections.end()
  })

  observe(app, log, metrics)
  secure(app, config.site.url)
  answerErrors(app, log)
  await readBodies(app)
  await readCookies(app)
  tellHealth(app, { isReady, isStopping: () => isStopping, metrics })
  mount(app, answers(deps), {
    whoIs: (secret) => memberOf(deps, secret),
    isSecure,
    limiter: deps.limiter,
    pages,
  })
  mountVisits(app, visits(deps), { siteUrl: config.site.url, isSecure, limiter: deps.limiter })
  offerSitemap(app, { siteUrl: config.site.url, pages, articles: () => articlePaths(deps) })
  const sockets = openSockets(app, {
    siteUrl: config.site.url,
    callerOf: (request) => ({
      address: proxyAddr(request, trust),
      secret: secretIn(app, request.headers.cookie, isSecure),
      guest: guestIn(app, request.headers.cookie, isSecure),
    }),
    whoIs: (secret) => memberOf(deps, secret),
    isOpen: (secret) => isOpen(deps, secret),
    topicsOf: (caller) => topicsOf(deps, caller),
    noteStaff: (ids) => noteHere(deps, ids),
  })
  const heard = await Promise.all([
    hearEnded(deps.bus, sockets.recheck),
    hearChat(deps.bus, sockets.tell, sockets.tellAll),
  ])
  app.addHook("preClose", async () => {
    sockets.close()
    await Promise.all(heard.map(({ stop }) => stop()))
  })
  await pages.serve(app)
  await carryPublished(pages, deps)
  return app
}

/** The contract says every shape. What Fastify would check them with is then not loaded. */
function noSchemas(): never {
  throw new Error("a shape is declared in the contract, not as a schema of Fastify")
}

function trusted(proxies: Config["trustProxy"]) {
  if (typeof proxies === "number") return (_address: string, hop: number) => hop < proxies
  return proxyAddr.compile(proxies || [])
}
