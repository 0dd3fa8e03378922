import proxyAddr from "@fastify/proxy-addr"
import type { FastifyInstance } from "fastify"
import type { Deps } from "./deps.ts"
import { accountJobs } from "./features/accounts/jobs.ts"
import { mountAccountPages } from "./features/accounts/pages.ts"
import { googleRedirectRoutes } from "./features/accounts/routes/google.ts"
import { accountRoutes } from "./features/accounts/routes.ts"
import { authenticateMember, isSessionOpen, onSessionsEnded } from "./features/accounts/service/sessions.ts"
import { appointmentJobs, recurringAppointmentJobs } from "./features/appointments/jobs.ts"
import { mountAppointmentPages } from "./features/appointments/pages.ts"
import { appointmentRoutes } from "./features/appointments/routes.ts"
import { chatJobs } from "./features/chat/jobs.ts"
import { subscribeToChat } from "./features/chat/live.ts"
import { mountChatPages } from "./features/chat/pages.ts"
import { chatRoutes } from "./features/chat/routes.ts"
import { recordPresence } from "./features/chat/service/admin.ts"
import { topicsOf } from "./features/chat/service/conversation.ts"
import { donationJobs } from "./features/donations/jobs.ts"
import { mountDonationPages } from "./features/donations/pages.ts"
import { compactSums } from "./features/donations/queries/sums.ts"
import { donationRoutes } from "./features/donations/routes.ts"
import { compareWithProvider } from "./features/donations/service/comparison.ts"
import { renewSandboxGifts } from "./features/donations/service/renewals.ts"
import { sendStatements } from "./features/donations/service/statements.ts"
import { factorJobs } from "./features/factors/jobs.ts"
import { factorRoutes } from "./features/factors/routes.ts"
import { groupRoutes } from "./features/groups/routes.ts"
import { coursePaths, mountLearningPages } from "./features/learning/pages.ts"
import { learningRoutes } from "./features/learning/routes.ts"
import { recallReviews } from "./features/learning/service/recall.ts"
import { portraitTable } from "./features/members/queries/pictures.ts"
import { memberRoutes } from "./features/members/routes.ts"
import { notificationJobs } from "./features/notifications/jobs.ts"
import { notificationRoutes } from "./features/notifications/routes.ts"
import { outreachJobs } from "./features/outreach/jobs.ts"
import { outreachRoutes } from "./features/outreach/routes.ts"
import { publishingJobs } from "./features/publishing/jobs.ts"
import { articlePaths, mountPublishedPages } from "./features/publishing/pages.ts"
import { sitePictureTable } from "./features/publishing/queries/pictures.ts"
import { newsletterRedirectRoutes } from "./features/publishing/routes/newsletters.ts"
import { publishingRoutes } from "./features/publishing/routes.ts"
import { recurringSafeguardingJobs, safeguardingJobs } from "./features/safeguarding/jobs.ts"
import { safeguardingRoutes } from "./features/safeguarding/routes.ts"
import { recurringSystemJobs, systemJobs } from "./features/system/jobs.ts"
import { mountSystemPages } from "./features/system/pages.ts"
import { systemRoutes } from "./features/system/routes.ts"
import { recurringVolunteerJobs, volunteerJobs } from "./features/volunteers/jobs.ts"
import { ambassadorRedirectRoutes, ambassadorRoutes } from "./features/volunteers/routes/ambassadors.ts"
import { volunteerRoutes } from "./features/volunteers/routes.ts"
import { createMonitoredApp, type ProcessOptions, trustFunction } from "./monitored-app.ts"
import { createAssetStore } from "./platform/assets/asset-store.ts"
import { createPurges, purgeJobs } from "./platform/cdn/purges.ts"
import { CHANGES_CHANNEL } from "./platform/db/changes.ts"
import { registerBodyParsers } from "./platform/http/bodies.ts"
import { guestSecretIn } from "./platform/http/guest-cookie.ts"
import { mount } from "./platform/http/mount.ts"
import type { Pages } from "./platform/http/pages.ts"
import { mountRedirects } from "./platform/http/redirect-routes.ts"
import { createRememberedReplies } from "./platform/http/remembered-replies.ts"
import { registerCookies, sessionSecretIn } from "./platform/http/session-cookie.ts"
import { mountSitemap } from "./platform/http/sitemap.ts"
import { mountStatus } from "./platform/http/status.ts"
import { rememberWrites } from "./platform/http/written-cookie.ts"
import type { RecurringJob } from "./platform/jobs/recurring.ts"
import { jobRoutes } from "./platform/jobs/routes.ts"
import { compactCounters } from "./platform/lists/counters.ts"
import { pictureJobs, recurringPictureJobs } from "./platform/pictures/jobs.ts"
import { openSockets, type Sockets } from "./platform/socket/sockets.ts"
import type { UpgradeOptions } from "./platform/socket/upgrade.ts"
import { sweep } from "./sweep.ts"

interface AppOptions extends ProcessOptions {
  readonly pages: Pages
}

export const routes = (deps: Deps) => [
  ...accountRoutes(deps),
  ...ambassadorRoutes(deps),
  ...appointmentRoutes(deps),
  ...chatRoutes(deps),
  ...donationRoutes(deps),
  ...factorRoutes(deps),
  ...groupRoutes(deps),
  ...learningRoutes(deps),
  ...memberRoutes(deps),
  ...notificationRoutes(deps),
  ...outreachRoutes(deps),
  ...publishingRoutes(deps),
  ...volunteerRoutes(deps),
  ...safeguardingRoutes(deps),
  ...systemRoutes(deps),
  ...jobRoutes(deps),
]

export const redirectRoutes = (deps: Deps) => [
  ...googleRedirectRoutes(deps),
  ...ambassadorRedirectRoutes(deps),
  ...newsletterRedirectRoutes(),
]

const PICTURES = [sitePictureTable, portraitTable]

export const jobs = (deps: Deps) => ({
  ...accountJobs(deps),
  ...appointmentJobs(deps),
  ...chatJobs(deps),
  ...donationJobs(deps),
  ...factorJobs(deps),
  ...notificationJobs(deps),
  ...outreachJobs(deps),
  ...publishingJobs(deps),
  ...volunteerJobs(deps),
  ...safeguardingJobs(deps),
  ...systemJobs(deps),
  ...pictureJobs(deps, PICTURES),
  ...purgeJobs(deps),
})

export const recurringJobs = (deps: Deps): Readonly<Record<string, RecurringJob>> => ({
  "platform.sweep": { cron: "0 * * * *", run: () => sweep(deps) },
  "donation.statements": { cron: "0 15 * * *", run: () => sendStatements(deps) },
  "platform.compact_counters": { cron: "30 * * * *", run: () => compactCounters(deps.db) },
  ...recurringAppointmentJobs(deps),
  ...recurringVolunteerJobs(deps),
  ...recurringSafeguardingJobs(deps),
  ...recurringSystemJobs(deps),
  ...recurringPictureJobs(deps, PICTURES),
  "learning.recall": { cron: "5 * * * *", run: () => recallReviews(deps) },
  "donation.compare": { cron: "40 5 * * *", run: () => compareWithProvider(deps) },
  "donation.compact_sums": { cron: "35 * * * *", run: () => compactSums(deps.db) },
  "donation.renew_sandbox": { cron: "15 * * * *", run: () => renewSandboxGifts(deps) },
})

/** Assembles the server; contains no decisions. */
export async function createApp({ pages, ...options }: AppOptions): Promise<FastifyInstance> {
  const { config, deps } = options
  const { url } = config.site
  const { limiter } = deps
  const isSecure = url.startsWith("https:")
  const trust = trustFunction(config.trustProxy)
  let sockets: Sockets | undefined
  const app = createMonitoredApp(options, trust, () => sockets?.count() ?? 0, pages)
  await registerBodyParsers(app)
  await registerCookies(app)
  const rememberedReplies = createRememberedReplies(deps.bus.isConnected)
  if (options.reads) rememberWrites(app, options.reads.now, isSecure)
  mount(app, routes(deps), {
    db: deps.db,
    reads: options.reads,
    authenticateMember: (secret) => authenticateMember(deps, secret),
    isSecure,
    limiter,
    pages,
    rememberedReplies,
    timeZone: config.site.timeZone,
  })
  mountRedirects(app, redirectRoutes(deps), { siteUrl: url, isSecure, limiter })
  const records = async () => [...(await articlePaths(deps)), ...(await coursePaths(deps))]
  mountSitemap(app, { siteUrl: url, pages, records })
  app.addHook("onClose", () => deps.webVitals?.flush())
  mountStatus(app, pages, { dataDir: config.dataDir, services: { ...deps.services, database: options.pool.health } })
  sockets = await serveSockets(app, deps, {
    siteUrl: url,
    readCaller: (request) => ({
      address: proxyAddr(request, trust),
      secret: sessionSecretIn(app, request.headers.cookie, isSecure),
      guest: guestSecretIn(app, request.headers.cookie, isSecure),
    }),
  })
  const requestPurge = purgesOf(app, deps)
  pages.onRedraw(requestPurge)
  await listenToChanges(app, deps, (table) => {
    rememberedReplies.forget(table)
    pages.refresh(table)
    // The assets of another build change no page.
    if (table !== "assets") requestPurge()
  })
  await servePages(app, deps, pages)
  // Another release has other pages, and nobody may have heard of what changed before.
  requestPurge()
  return app
}

function purgesOf(app: FastifyInstance, deps: Deps): () => void {
  if (!deps.cdn) return () => undefined
  const purges = createPurges(deps)
  app.addHook("preClose", async () => purges.stop())
  return purges.request
}

async function listenToChanges(app: FastifyInstance, { bus }: Deps, onChange: (table?: string) => void): Promise<void> {
  const changes = await bus.subscribe(CHANGES_CHANNEL, onChange, () => onChange())
  app.addHook("preClose", () => changes.stop())
}

async function servePages(app: FastifyInstance, deps: Deps, pages: Pages): Promise<void> {
  await pages.serve(app)
  await Promise.all([
    pages.shareAssets(createAssetStore(deps)),
    mountAccountPages(pages, deps),
    mountPublishedPages(pages, deps),
    mountLearningPages(pages, deps),
    mountDonationPages(pages, deps),
    mountAppointmentPages(pages, deps),
    mountChatPages(pages, deps),
    mountSystemPages(pages, deps),
  ])
}

async function serveSockets(
  app: FastifyInstance,
  deps: Deps,
  options: Pick<UpgradeOptions, "siteUrl" | "readCaller">,
): Promise<Sockets> {
  const sockets = openSockets(app, {
    ...options,
    authenticateMember: (secret) => authenticateMember(deps, secret),
    isSessionOpen: (secret) => isSessionOpen(deps, secret),
    topicsOf: (caller) => topicsOf(deps, caller),
    recordAdminPresence: (ids) => recordPresence(deps, ids),
  })
  const subscriptions = await Promise.all([
    onSessionsEnded(deps.bus, sockets.recheck),
    subscribeToChat(deps.bus, sockets.publish, sockets.publishToAll),
  ])
  app.addHook("preClose", async () => {
    sockets.close()
    await Promise.all(subscriptions.map(({ stop }) => stop()))
  })
  return sockets
}
