import { checkAll } from "./checks.ts"
import { type Config, ConfigError } from "./config.ts"
import type { Deps } from "./deps.ts"
import { createGoogleSandbox } from "./features/accounts/service/google-sandbox.ts"
import { createSandbox } from "./features/donations/service/sandbox.ts"
import { withRefunds } from "./features/donations/service/sandbox-refunds.ts"
import { countVitals } from "./features/system/service/web-vitals.ts"
import { createCalendar } from "./gateways/calendar.ts"
import { requestedCdn } from "./gateways/cdn.ts"
import { openPictureBucket, openStore } from "./gateways/files.ts"
import { createMail } from "./gateways/mail.ts"
import { createPdf } from "./gateways/pdf.ts"
import { webPush } from "./gateways/push.ts"
import { deletionName, timeOf } from "./platform/backup/names.ts"
import { backupsIn } from "./platform/backup/store.ts"
import type { Bus } from "./platform/bus.ts"
import type { Database } from "./platform/db/client.ts"
import type { Where } from "./platform/db/connection.ts"
import type { Log } from "./platform/log.ts"
import { withList } from "./platform/mail/sent-emails.ts"
import { memoizeFor } from "./platform/memoize.ts"
import { createPasswords } from "./platform/passwords.ts"
import { createProofsOfWork } from "./platform/proof-of-work.ts"
import { createLimiter, noLimiter } from "./platform/rate-limits/limiter.ts"
import { createEncryption, createKeyedHash, installationSecret, setupCode } from "./platform/secret.ts"
import { createSigner } from "./platform/signatures.ts"
import type { Tracing } from "./platform/tracing.ts"
import { watchGateways } from "./platform/watched-gateways.ts"

const LISTED_MS = 300_000
const CERTIFICATE_MS = 3_600_000

interface Running {
  readonly where: Where
  readonly database: Database
  readonly bus: Bus
  readonly now: () => Date
  readonly log: Log
  readonly tracing: Tracing | undefined
}

export async function createDeps(config: Config, running: Running): Promise<Deps> {
  const { database, bus, now, log } = running
  const secret = installationSecret(config.sessionSecret, config.dataDir)
  const limiter = config.rateLimits ? createLimiter(database.db, secret, now) : noLimiter
  const keyedHash = createKeyedHash(secret)
  const untraced = {
    externalCalendar: await connectCalendar(config),
    identity: await createIdentity(config),
    mail: createMail(config.mail, config.site.name, config.dataDir),
    payments: await createPayments(config, { db: database.db, now, keyedHash }),
  }
  const { gateways, services } = watchGateways(untraced, running.tracing)
  return {
    ...gateways,
    backups: backupsOf(config, running, secret),
    bus,
    checkSystem: () => checkAll(config, database),
    certificateEnd: certificateEndOf(config.site.url),
    calendar: createCalendar({ name: config.site.name, address: config.mail.from }),
    cdn: config.cdnPurge && requestedCdn(config.cdnPurge),
    db: database.db,
    now,
    limiter,
    log,
    mail: withList(gateways.mail, { db: database.db, log, now }),
    admin: adminRules(config, secret),
    encryption: createEncryption(secret),
    meetingUrl: config.meetingUrl,
    newslettersPerHour: config.newslettersPerHour,
    organization: config.organization,
    passwords: createPasswords(),
    pdf: createPdf(),
    pictureBucket: config.pictureBucket && (await openPictureBucket(config.pictureBucket)),
    proofsOfWork: createProofsOfWork(keyedHash, limiter, now),
    push: config.hasServiceWorker && config.vapid ? webPush(config.vapid) : undefined,
    replies: config.replies,
    services,
    keyedHash,
    signer: createSigner(secret),
    site: config.site,
    webVitals: config.webVitalsSample > 0 ? countVitals({ db: database.db, now, log }) : undefined,
  }
}

function backupsOf({ backups, dataDir, sessionSecret }: Config, { where, now, log }: Running, secret: string) {
  if (!backups) return undefined
  const settings = { ...backups, where, dataDir, secret: sessionSecret ? undefined : secret }
  return {
    async make() {
      // It loads libraries that a server at rest does not need.
      const { backUp } = await import("./platform/backup/back-up.ts")
      const { name, bytes } = await backUp({ ...settings, store: await openStore(backups) }, now())
      log.info({ name, bytes }, "backup")
    },
    newestAt: memoizeFor(LISTED_MS, async () => {
      const listed = openStore(backups).then(backupsIn)
      const newest = (await listed.catch(() => [])).at(-1)
      return newest ? timeOf(newest.name).getTime() / 1000 : 0
    }),
    noteDeletion: async (userId: string) => (await openStore(backups)).mark(deletionName(userId, now())),
  }
}

function certificateEndOf(url: string): Deps["certificateEnd"] {
  if (!url.startsWith("https:")) return undefined
  return memoizeFor(CERTIFICATE_MS, async () => (await import("./gateways/site/check.ts")).certificateEnd(url))
}

function adminRules({ production, adminResetInReply }: Config, secret: string): Deps["admin"] {
  const code = production ? setupCode(secret) : undefined
  return { setupCode: code, resetInReply: adminResetInReply, requiresFactor: production }
}

/** Without Google's settings a sandbox stands in, but never in production, and not with `DEMO=false` (D3). */
async function createIdentity({ google, site, production, demo }: Config) {
  if (!google) return production || demo === "off" ? undefined : createGoogleSandbox()
  const { openIdentity } = await import("./gateways/identity.ts")
  return openIdentity({ ...google, redirectUri: `${site.url}/login/google/callback` })
}

async function connectCalendar({ googleCalendar }: Config) {
  if (!googleCalendar) return undefined
  const { googleCalendar: connect, readKeyFile } = await import("./gateways/calendar/google.ts")
  const serviceAccount = readKeyFile(googleCalendar.keyFile)
  if (!serviceAccount) {
    throw new ConfigError("GOOGLE_CALENDAR_KEY_FILE must be a readable JSON file with client_email and private_key")
  }
  return connect({ ...googleCalendar, serviceAccount })
}

/** Without an account at the card provider a sandbox stands in, but never in production (D6). */
async function createPayments({ stripe, production }: Config, sandboxDeps: Parameters<typeof createSandbox>[0]) {
  if (!stripe) return production ? undefined : withRefunds(createSandbox(sandboxDeps), sandboxDeps.db)
  const { stripePayments } = await import("./gateways/payments.ts")
  return stripePayments(stripe)
}
