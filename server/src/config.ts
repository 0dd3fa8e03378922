import { resolve } from "node:path"
import type { Site } from "@haitech/contract/pages"
import { type PurgeRequest, purgeRequestOf } from "#platform/cdn/request.ts"
import type { PoolOptions } from "#platform/db/client.ts"
import type { ReplicaAddress } from "#platform/db/replica-source.ts"
import { type BackupSettings, backupsOf, pictureBucketOf } from "#platform/file-settings.ts"
import type { PictureBucketAddress } from "#platform/pictures/bucket.ts"
import { describeMisspelt, findMisspelt, findWeakSecrets, type Misspelt } from "#platform/setting-doubts.ts"
import { findIncomplete, findMismatched, findProductionProblems } from "#platform/setting-rules.ts"
import {
  type Demo,
  demoOf,
  inheritedSocketOf,
  type MetricsAccess,
  metricsAccessOf,
  proxiesOf,
  sampledShareOf,
} from "#platform/setting-values.ts"
import { Settings } from "#platform/settings.ts"

export class ConfigError extends Error {
  override readonly name = "ConfigError"
}

export interface Config {
  /** Variables that are no setting, but look like one. */
  readonly misspelt: readonly Misspelt[]
  /** The names of secrets that somebody could guess. */
  readonly weakSecrets: readonly string[]
  readonly production: boolean
  readonly port: number
  readonly host: string
  /** The listening socket that systemd passes on; it exists while the process restarts, so no connection is refused. */
  readonly inheritedSocket: number | undefined
  readonly site: Site
  readonly dataDir: string
  /** Past the pooler, if there is one. Undefined for the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined
  readonly pool: Pick<PoolOptions, "pooler" | "isPrepared" | "max">
  /** A hot standby for reads that may be some seconds old; behind a pooler if the primary is. */
  readonly replica: ReplicaAddress | undefined
  /** Where processes notify each other; undefined: in PostgreSQL. */
  readonly natsUrl: string | undefined
  /** Slower statements are logged; undefined: none. */
  readonly slowQueryMs: number | undefined
  /** Whether this process works off jobs, and whether it does nothing else. */
  readonly worker: Settings["WORKER"]
  readonly sessionSecret: string | undefined
  /** Without `smtpUrl` emails are files in `dataDir`. */
  readonly mail: { readonly smtpUrl: string | undefined; readonly from: string }
  /** Emails of newsletters, of all processes together. */
  readonly newslettersPerHour: number
  readonly replies: { readonly address: string; readonly secret: string } | undefined
  readonly meetingUrl: string | undefined
  readonly stripe: StripeAccount | undefined
  readonly organization: { readonly name: string; readonly address: string; readonly ein: string }
  readonly google: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string } | undefined
  readonly googleCalendar:
    | { readonly calendarId: string; readonly keyFile: string; readonly apiBase: string }
    | undefined
  readonly vapid: { readonly publicKey: string; readonly privateKey: string; readonly subject: string } | undefined
  /** Where the newest release is named; undefined when nobody is asked. */
  readonly releasesUrl: string | undefined
  /** Where backups go, who can read them, and how many stay. */
  readonly backups: BackupSettings | undefined
  readonly pictureBucket: PictureBucketAddress | undefined
  /** For how many seconds shared caches may keep pages; 0: they may not. */
  readonly cdnMaxAge: number
  readonly cdnPurge: PurgeRequest | undefined
  /** How long a stopping process answers while it tells balancers and clients to go elsewhere. */
  readonly drainSeconds: number
  readonly trustProxy: number | string[] | false
  readonly logLevel: Settings["LOG_LEVEL"]
  readonly traces: { readonly endpoint: string; readonly serviceName: string; readonly share: number } | undefined
  /** Who may read `/metrics`: holders of the token; without one everybody, but nobody in production. */
  readonly metricsAccess: MetricsAccess
  readonly rateLimits: boolean
  readonly hasServiceWorker: boolean
  /** The share of visits whose speed is measured; 0: none. */
  readonly webVitalsSample: number
  /** For tests only: the reply to a forgotten administrator password contains the content of the reset email. */
  readonly adminResetInReply: boolean
  readonly demo: Demo
}

type Input = Readonly<Record<string, string>>

interface StripeAccount {
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
  readonly apiBase: string | undefined
}

/** Reads the settings (D8); no other code reads them. @throws {ConfigError} that names every invalid one */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const input = inputOf(env)
  const parsed = Settings.safeParse(input)
  const invalid = parsed.error?.issues.map(({ path, message }) => `${path.join(".")} must be ${message}`) ?? []
  const problems = [...invalid, ...findIncomplete(input), ...findMismatched(input), ...findProductionProblems(input)]
  const misspelt = findMisspelt(input, Object.keys(Settings.shape))
  if (!parsed.success || problems.length > 0)
    throw new ConfigError([...problems, ...misspelt.map(describeMisspelt)].join("\n"))
  const doubts: Doubts = { misspelt, weakSecrets: findWeakSecrets(input) }
  return { ...configOf(parsed.data, inheritedSocketOf(input)), ...doubts }
}

/** The settings of a server that reaches nobody outside: it practises a restore beside the original. */
export function withoutEffects(config: Config): Config {
  const mail = { ...config.mail, smtpUrl: undefined }
  const off = {
    replies: undefined,
    stripe: undefined,
    googleCalendar: undefined,
    vapid: undefined,
    backups: undefined,
    pictureBucket: undefined,
    cdnPurge: undefined,
    natsUrl: undefined,
    replica: undefined,
    traces: undefined,
  }
  return { ...config, ...off, mail }
}

function inputOf(env: Readonly<Record<string, string | undefined>>): Input {
  const input: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    // A login shell names the user's mailbox in MAIL.
    const isMailbox = name === "MAIL" && value?.startsWith("/")
    if (value !== undefined && value !== "" && !isMailbox) input[name] = value
  }
  return input
}

type Doubts = Pick<Config, "misspelt" | "weakSecrets">

function configOf(settings: Settings, inheritedSocket: number | undefined): Omit<Config, keyof Doubts> {
  return {
    production: settings.NODE_ENV === "production",
    port: Number(settings.PORT),
    host: settings.HOST,
    inheritedSocket,
    site: {
      name: settings.SITE_NAME,
      url: settings.SITE_URL?.replace(/\/+$/, "") ?? "http://localhost:3000",
      timeZone: settings.SITE_TIME_ZONE,
    },
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.LISTEN_DATABASE_URL ?? settings.DATABASE_URL,
    pool: {
      pooler: settings.LISTEN_DATABASE_URL && settings.DATABASE_URL,
      isPrepared: settings.DATABASE_PREPARED === "on",
      max: Number(settings.DATABASE_POOL),
    },
    replica: replicaOf(settings),
    natsUrl: settings.NATS_URL,
    slowQueryMs: Number(settings.SLOW_QUERY_MS) || undefined,
    worker: settings.WORKER,
    sessionSecret: settings.SESSION_SECRET,
    mail: {
      smtpUrl: settings.MAIL === "files" ? undefined : settings.SMTP_URL,
      from: settings.MAIL_FROM ?? "no-reply@localhost.localdomain",
    },
    newslettersPerHour: Number(settings.NEWSLETTER_PER_HOUR),
    replies: repliesOf(settings),
    meetingUrl: settings.MEETING_URL?.replace(/\/+$/, ""),
    stripe: stripeOf(settings),
    organization: {
      name: settings.ORGANIZATION_NAME ?? settings.SITE_NAME,
      address: settings.ORGANIZATION_ADDRESS ?? "",
      ein: settings.ORGANIZATION_EIN ?? "",
    },
    google: googleOf(settings),
    googleCalendar: googleCalendarOf(settings),
    vapid: vapidOf(settings),
    releasesUrl: settings.RELEASES_URL,
    backups: backupsOf(settings),
    pictureBucket: pictureBucketOf(settings),
    cdnMaxAge: Number(settings.CDN_MAX_AGE),
    cdnPurge: purgeRequestOf(settings),
    drainSeconds: Number(settings.DRAIN_SECONDS ?? (settings.NODE_ENV === "production" ? 5 : 0)),
    trustProxy: proxiesOf(settings.TRUST_PROXY),
    logLevel: settings.LOG_LEVEL,
    metricsAccess: metricsAccessOf(settings.METRICS_TOKEN, settings.NODE_ENV === "production"),
    traces: tracesOf(settings),
    rateLimits: settings.RATE_LIMITS === "on",
    webVitalsSample: Number(settings.WEB_VITALS_SAMPLE),
    hasServiceWorker: settings.SERVICE_WORKER === "on",
    adminResetInReply: settings.ADMIN_RESET_IN_REPLY === "true",
    demo: demoOf(settings.DEMO, settings.NODE_ENV === "production"),
  }
}

function replicaOf({ DATABASE_READ_URL: url, LISTEN_DATABASE_URL }: Settings): ReplicaAddress | undefined {
  return url ? { url, isPooled: LISTEN_DATABASE_URL !== undefined } : undefined
}

function repliesOf({ REPLY_ADDRESS, INBOUND_SECRET }: Settings): Config["replies"] {
  if (!REPLY_ADDRESS || !INBOUND_SECRET) return undefined
  return { address: REPLY_ADDRESS, secret: INBOUND_SECRET }
}

function stripeOf(settings: Settings): StripeAccount | undefined {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE } = settings
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) return undefined
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiBase: STRIPE_API_BASE,
  }
}

function googleOf({ GOOGLE_ISSUER, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }: Settings): Config["google"] {
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return undefined
  return { issuer: GOOGLE_ISSUER, clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET }
}

function googleCalendarOf(settings: Settings): Config["googleCalendar"] {
  const { GOOGLE_CALENDAR_ID: calendarId, GOOGLE_CALENDAR_KEY_FILE: keyFile } = settings
  return calendarId && keyFile ? { calendarId, keyFile, apiBase: settings.GOOGLE_CALENDAR_API_BASE } : undefined
}

function tracesOf(settings: Settings): Config["traces"] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG } = settings
  if (!endpoint) return undefined
  return {
    endpoint: endpoint.replace(/\/+$/, ""),
    serviceName: settings.OTEL_SERVICE_NAME,
    share: sampledShareOf(OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG),
  }
}

function vapidOf({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT }: Settings): Config["vapid"] {
  if (!VAPID_PUBLIC_KEY || !VAPID_PRIVATE_KEY || !VAPID_SUBJECT) return undefined
  return { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY, subject: VAPID_SUBJECT }
}
