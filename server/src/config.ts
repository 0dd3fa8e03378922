import { resolve } from "node:path"
import type { Site } from "@haitech/contract/pages"
import * as z from "zod/mini"
import { describeMisspelt, findMisspelt, findWeakSecrets, type Misspelt } from "#platform/setting-doubts.ts"
import { findIncomplete, findMismatched, findProductionProblems } from "#platform/setting-rules.ts"
import {
  areProxies,
  type Demo,
  demoOf,
  inheritedSocketOf,
  isPort,
  isReplyAddress,
  isTimeZone,
  isWebAddress,
  type MetricsAccess,
  metricsAccessOf,
  onOff,
  proxiesOf,
  secret,
  trueFalse,
  url,
} from "#platform/setting-values.ts"

export class ConfigError extends Error {
  override readonly name = "ConfigError"
}

const Settings = z.object({
  NODE_ENV: z._default(z.enum(["development", "production", "test"], "development, test or production"), "development"),
  PORT: z._default(z.string().check(z.refine(isPort, "a whole number from 0 to 65535")), "3000"),
  HOST: z._default(z.string().check(z.minLength(1, "an address to listen on")), "127.0.0.1"),
  SITE_URL: url(/^https?:$/, "an address like https://example.org"),
  SITE_NAME: z._default(z.string().check(z.maxLength(40, "at most 40 characters")), "HaiTech"),
  SITE_TIME_ZONE: z._default(
    z.string().check(z.refine(isTimeZone, "a zone like America/New_York")),
    "America/New_York",
  ),
  DATA_DIR: z._default(z.string(), "./data"),
  DATABASE_URL: url(/^postgres(ql)?:$/, "an address like postgres://user:password@host/database"),
  EMBEDDED_DATABASE: z.optional(z.enum(["allow"], "allow, or nothing")),
  SESSION_SECRET: z.optional(z.string().check(z.minLength(32, "at least 32 characters"))),
  SMTP_URL: url(/^smtps?:$/, "an address like smtps://user:password@host"),
  MAIL: z.optional(z.enum(["files"], "files, or nothing")),
  MAIL_FROM: z.optional(z.email("an e-mail address")),
  MEETING_URL: url(/^https:$/, "an address like https://meet.jit.si"),
  REPLY_ADDRESS: z.optional(
    z.string().check(z.refine(isReplyAddress, "an e-mail address with at most 11 characters before the @, and no +")),
  ),
  INBOUND_SECRET: secret(/^[\x21-\x7e]{32,}$/, "at least 32 characters, without blanks"),
  STRIPE_SECRET_KEY: secret(/^(sk|rk)_/, "a secret key of Stripe (sk_…)"),
  STRIPE_PUBLISHABLE_KEY: secret(/^pk_/, "a publishable key of Stripe (pk_…)"),
  STRIPE_WEBHOOK_SECRET: secret(/^whsec_/, "a webhook secret of Stripe (whsec_…)"),
  ORGANIZATION_NAME: z.optional(z.string().check(z.maxLength(200, "at most 200 characters"))),
  ORGANIZATION_ADDRESS: z.optional(z.string().check(z.maxLength(200, "at most 200 characters"))),
  ORGANIZATION_EIN: secret(/^\d{2}-\d{7}$/, "an EIN like 12-3456789"),
  STRIPE_API_BASE: url(/^https?:$/, "an address like https://api.stripe.com"),
  GOOGLE_CLIENT_ID: secret(/./, "set"),
  GOOGLE_CLIENT_SECRET: secret(/./, "set"),
  GOOGLE_ISSUER: z._default(
    z.string().check(z.refine(isWebAddress, "an address like https://accounts.google.com")),
    "https://accounts.google.com",
  ),
  GOOGLE_CALENDAR_ID: secret(/^\S+@\S+$/, "the address of a calendar, like …@group.calendar.google.com"),
  GOOGLE_CALENDAR_KEY_FILE: secret(/./, "the path of a key file of a service account"),
  GOOGLE_CALENDAR_API_BASE: z._default(
    z.string().check(z.refine(isWebAddress, "an address like https://www.googleapis.com/calendar/v3")),
    "https://www.googleapis.com/calendar/v3",
  ),
  VAPID_PUBLIC_KEY: secret(/^B[\w-]{86}$/, "a public key of `npx web-push generate-vapid-keys`"),
  VAPID_PRIVATE_KEY: secret(/^[\w-]{43}$/, "a private key of `npx web-push generate-vapid-keys`"),
  VAPID_SUBJECT: url(/^(mailto|https):$/, "an address like mailto:hello@example.org"),
  RELEASES_URL: url(/^https?:$/, "an address like https://api.github.com/repos/owner/name/releases/latest"),
  METRICS_TOKEN: secret(/^[\x21-\x7e]{16,}$/, "at least 16 characters, without blanks"),
  ADMIN_RESET_IN_REPLY: z.optional(trueFalse),
  DRAIN_SECONDS: z.optional(z.string().check(z.regex(/^([0-5]?\d|60)$/, "a whole number from 0 to 60"))),
  TRUST_PROXY: z.optional(z.string().check(z.refine(areProxies, "a number of proxies, or their addresses"))),
  LOG_LEVEL: z._default(
    z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "a level such as info"),
    "info",
  ),
  RATE_LIMITS: z._default(onOff, "on"),
  SERVICE_WORKER: z._default(onOff, "on"),
  DEMO: z.optional(z.enum(["true", "content", "false"], "true, content or false")),
})
type Settings = z.output<typeof Settings>

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
  /** Undefined for the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined
  readonly sessionSecret: string | undefined
  /** Without `smtpUrl` emails are files in `dataDir`. */
  readonly mail: { readonly smtpUrl: string | undefined; readonly from: string }
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
  /** How long a stopping process answers while it tells balancers and clients to go elsewhere. */
  readonly drainSeconds: number
  readonly trustProxy: number | string[] | false
  readonly logLevel: Settings["LOG_LEVEL"]
  /** Who may read `/metrics`: holders of the token; without one everybody, but nobody in production. */
  readonly metricsAccess: MetricsAccess
  readonly rateLimits: boolean
  readonly hasServiceWorker: boolean
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
    databaseUrl: settings.DATABASE_URL,
    sessionSecret: settings.SESSION_SECRET,
    mail: {
      smtpUrl: settings.MAIL === "files" ? undefined : settings.SMTP_URL,
      from: settings.MAIL_FROM ?? "no-reply@localhost.localdomain",
    },
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
    drainSeconds: Number(settings.DRAIN_SECONDS ?? (settings.NODE_ENV === "production" ? 5 : 0)),
    trustProxy: proxiesOf(settings.TRUST_PROXY),
    logLevel: settings.LOG_LEVEL,
    metricsAccess: metricsAccessOf(settings.METRICS_TOKEN, settings.NODE_ENV === "production"),
    rateLimits: settings.RATE_LIMITS === "on",
    hasServiceWorker: settings.SERVICE_WORKER === "on",
    adminResetInReply: settings.ADMIN_RESET_IN_REPLY === "true",
    demo: demoOf(settings.DEMO, settings.NODE_ENV === "production"),
  }
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

function vapidOf({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT }: Settings): Config["vapid"] {
  if (!VAPID_PUBLIC_KEY || !VAPID_PRIVATE_KEY || !VAPID_SUBJECT) return undefined
  return { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY, subject: VAPID_SUBJECT }
}
