import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { readConfig, withoutEffects } from "./config.ts"
import { VAPID } from "./testing-push.ts"

const PRODUCTION = {
  NODE_ENV: "production",
  DATABASE_URL: "postgres://haitech@db/haitech",
  SESSION_SECRET: "x".repeat(32),
  SITE_URL: "https://haitech.example",
  SMTP_URL: "smtps://user:password@mail.example",
  MAIL_FROM: "hello@haitech.example",
}

const RECIPIENT = `age1${"q".repeat(58)}`

test("without settings all defaults apply", () => {
  expect(readConfig({})).toMatchObject({
    production: false,
    port: 3000,
    host: "127.0.0.1",
    site: { name: "HaiTech", url: "http://localhost:3000", timeZone: "America/New_York" },
    databaseUrl: undefined,
    rateLimits: true,
    demo: "people",
    trustProxy: false,
  })
})

test("an empty setting counts as not set, and a trailing slash of the address is removed", () => {
  expect(readConfig({ PORT: "", SITE_URL: "https://a.example/" })).toMatchObject({
    port: 3000,
    site: { url: "https://a.example" },
  })
})

test("the error names every invalid setting on a line of its own", () => {
  const wrong = {
    PORT: "70000",
    SITE_URL: "haitech",
    DATABASE_URL: "mysql://x",
    RATE_LIMITS: "no",
    SITE_TIME_ZONE: "Mars",
  }
  expect(() => readConfig(wrong)).toThrow(
    [
      "PORT must be a whole number from 0 to 65535",
      "SITE_URL must be an address like https://example.org",
      "SITE_TIME_ZONE must be a zone like America/New_York",
      "DATABASE_URL must be an address like postgres://user:password@host/database",
      "RATE_LIMITS must be on or off",
    ].join("\n"),
  )
})

test("the keys of notifications are set together, and are one pair", () => {
  const { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY, subject: VAPID_SUBJECT } = VAPID
  const keys = { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT }
  expect([readConfig({}).vapid, readConfig(keys).vapid]).toEqual([undefined, VAPID])
  expect(() => readConfig({ VAPID_PUBLIC_KEY })).toThrow("VAPID_SUBJECT must be set together")
  expect(() => readConfig({ ...keys, VAPID_PRIVATE_KEY: "a".repeat(43) })).toThrow("must be one pair of keys")
  expect(() => readConfig({ ...keys, VAPID_PRIVATE_KEY: "_".repeat(43) })).toThrow("must be one pair of keys")
  expect(() => readConfig({ ...keys, VAPID_SUBJECT: "hello@example.org" })).toThrow("VAPID_SUBJECT must be an address")
})

test("newsletters leave at a pace from one to ten thousand an hour", () => {
  const paces = [{}, { NEWSLETTER_PER_HOUR: "1" }, { NEWSLETTER_PER_HOUR: "10000" }]
  expect(paces.map((env) => readConfig(env).newslettersPerHour)).toEqual([200, 1, 10_000])
  for (const wrong of ["0", "-1", "1.5", "10001", "all", "1e3"])
    expect(() => readConfig({ NEWSLETTER_PER_HOUR: wrong })).toThrow(
      "NEWSLETTER_PER_HOUR must be a whole number from 1 to 10000",
    )
})

test("a practice reaches nobody: no mail server, card provider, calendar, push service, backup, bucket or CDN", () => {
  const config = readConfig({
    ...PRODUCTION,
    REPLY_ADDRESS: "chat@example.org",
    INBOUND_SECRET: "x".repeat(32),
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_PUBLISHABLE_KEY: "pk_test_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
    ORGANIZATION_NAME: "HaiTech",
    ORGANIZATION_ADDRESS: "Boston",
    ORGANIZATION_EIN: "12-3456789",
    GOOGLE_CALENDAR_ID: "calendar@group.calendar.google.com",
    GOOGLE_CALENDAR_KEY_FILE: "/key.json",
    VAPID_PUBLIC_KEY: VAPID.publicKey,
    VAPID_PRIVATE_KEY: VAPID.privateKey,
    VAPID_SUBJECT: VAPID.subject,
    BACKUP_TO: "/backups",
    BACKUP_RECIPIENT: RECIPIENT,
    FILES_TO: "s3://files",
    CDN_MAX_AGE: "300",
    CDN_PURGE_URL: "https://cdn.example/purge",
    S3_ENDPOINT: "https://s3.example.org",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "key",
    NATS_URL: "nats://nats.example",
    DATABASE_READ_URL: "postgres://haitech@replica/haitech",
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
  })
  const practice = withoutEffects(config)
  const off = Object.entries(practice).filter(([name, value]) => config[name as keyof typeof config] !== value)
  expect(Object.fromEntries(off)).toEqual({
    mail: { ...config.mail, smtpUrl: undefined },
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
  })
  // A new service is decided here, too. Google's sign-in sends nothing by itself, and releases are only read.
  const same = Object.keys(practice).filter((name) => !off.some(([other]) => other === name))
  expect(same.toSorted().join(" ")).toBe(
    "adminResetInReply cdnMaxAge dataDir databaseUrl demo drainSeconds google hasServiceWorker host inheritedSocket logLevel " +
      "meetingUrl metricsAccess misspelt newslettersPerHour organization pool port production rateLimits releasesUrl sessionSecret site " +
      "slowQueryMs trustProxy weakSecrets webVitalsSample worker",
  )
})

test("the error names invalid, missing, incomplete and misspelt settings at once", () => {
  const wrong = { NODE_ENV: "production", PORT: "x", GOOGLE_CLIENT_ID: "a", SMPT_URL: "smtps://canary", MAIL: "files" }
  expect(() => readConfig({ ...wrong, EMBEDDED_DATABASE: "allow", SITE_URL: "https://a.example" })).toThrow(
    [
      "PORT must be a whole number from 0 to 65535",
      "GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET must be set together, or not at all",
      "SESSION_SECRET must be set in production",
      "SMPT_URL is not a setting; is SMTP_URL meant?",
    ].join("\n"),
  )
})

test("an unknown name that looks like a setting is a warning, unless that setting is set or the name is common", () => {
  const misspelt = (env: Record<string, string>) => readConfig(env).misspelt
  expect(misspelt({ TRUST_PROXI: "1" })).toEqual([{ name: "TRUST_PROXI", meant: "TRUST_PROXY" }])
  expect(misspelt({ TRUST_PROXI: "1", TRUST_PROXY: "1" })).toEqual([])
  expect(misspelt({ HOME: "/root", HOSTNAME: "x", LANG: "C", PATH: "/bin", MAIL: "/var/mail/root", PWD: "/" })).toEqual(
    [],
  )
})

test("the error does not contain an invalid secret", () => {
  expect(() => readConfig({ SESSION_SECRET: "canary" })).toThrow(/^SESSION_SECRET must be at least 32 characters$/)
})

test("the metrics are open outside production, and there only to holders of the token", () => {
  const token = "sixteen-characters"
  expect(readConfig({}).metricsAccess).toBe("open")
  expect(readConfig(PRODUCTION).metricsAccess).toBe("closed")
  expect(readConfig({ ...PRODUCTION, METRICS_TOKEN: token }).metricsAccess).toEqual({ token })
  expect(readConfig({ METRICS_TOKEN: token }).metricsAccess).toEqual({ token })
  expect(() => readConfig({ METRICS_TOKEN: "short" })).toThrow(/^METRICS_TOKEN must be at least 16 characters/)
})

test("production requires its settings", () => {
  expect(readConfig(PRODUCTION)).toMatchObject({ production: true, demo: "off" })
  expect(() => readConfig({ NODE_ENV: "production", RATE_LIMITS: "off" })).toThrow(
    /DATABASE_URL.*\nSESSION_SECRET.*\nSITE_URL.*\nSMTP_URL.*\nRATE_LIMITS/,
  )
  const embedded = { ...PRODUCTION, DATABASE_URL: "", EMBEDDED_DATABASE: "allow" }
  expect(readConfig(embedded).databaseUrl).toBeUndefined()
})

test("each host of DATABASE_URL must have a valid address", () => {
  const hosts = (list: string) => readConfig({ DATABASE_URL: `postgres://haitech:a,b@${list}/haitech` }).databaseUrl
  expect(hosts("one,two:5433")).toBe("postgres://haitech:a,b@one,two:5433/haitech")
  for (const list of ["one,", "one:x,two", "one,two:99999"]) expect(() => hosts(list)).toThrow(/^DATABASE_URL must be/)
})

test("requests go through a pooler, and what it loses goes past it", () => {
  const direct = { DATABASE_URL: "postgres://haitech@db/haitech" }
  const pooled = { DATABASE_URL: "postgres://haitech@pooler/haitech", LISTEN_DATABASE_URL: direct.DATABASE_URL }
  const database = (settings: Record<string, string>) => {
    const { databaseUrl, pool } = readConfig(settings)
    return { databaseUrl, ...pool }
  }
  expect(database(direct)).toEqual({
    databaseUrl: direct.DATABASE_URL,
    pooler: undefined,
    isPrepared: true,
    max: 10,
  })
  expect(database({ ...pooled, DATABASE_PREPARED: "off", DATABASE_POOL: "500" })).toEqual({
    databaseUrl: direct.DATABASE_URL,
    pooler: pooled.DATABASE_URL,
    isPrepared: false,
    max: 500,
  })
  expect(() => readConfig({ LISTEN_DATABASE_URL: direct.DATABASE_URL })).toThrow(
    "DATABASE_URL must be set for the pooler beside LISTEN_DATABASE_URL",
  )
  for (const wrong of ["1", "501", "010", "ten"])
    expect(() => readConfig({ DATABASE_POOL: wrong })).toThrow("DATABASE_POOL must be a whole number from 2 to 500")
})

test("a replica is read beside a primary, through a pooler if the primary is", () => {
  const replica = { DATABASE_READ_URL: "postgres://haitech@one,two/haitech" }
  const primary = { DATABASE_URL: "postgres://haitech@db/haitech" }
  const url = replica.DATABASE_READ_URL
  const pooled = { ...primary, LISTEN_DATABASE_URL: primary.DATABASE_URL }
  expect(readConfig(primary).replica).toBeUndefined()
  expect(readConfig({ ...primary, ...replica }).replica).toEqual({ url, isPooled: false })
  expect(readConfig({ ...pooled, ...replica }).replica).toEqual({ url, isPooled: true })
  expect(() => readConfig(replica)).toThrow("DATABASE_URL must be set for the primary of DATABASE_READ_URL")
  expect(() => readConfig({ ...primary, DATABASE_READ_URL: "db2" })).toThrow(/^DATABASE_READ_URL must be an address/)
})

test("statements are slow after half a second, after as long as set, or never", () => {
  const limits = [{}, { SLOW_QUERY_MS: "1" }, { SLOW_QUERY_MS: "15000" }, { SLOW_QUERY_MS: "0" }]
  expect(limits.map((settings) => readConfig(settings).slowQueryMs)).toEqual([500, 1, 15_000, undefined])
  for (const wrong of ["15001", "-1", "010", "0.5", "500ms", "1e3"])
    expect(() => readConfig({ SLOW_QUERY_MS: wrong })).toThrow("SLOW_QUERY_MS must be a whole number from 0 to 15000")
})

test("one visit of ten is measured, another share as set, or none", () => {
  const shares = [{}, { WEB_VITALS_SAMPLE: "0.0001" }, { WEB_VITALS_SAMPLE: "1" }, { WEB_VITALS_SAMPLE: "0" }]
  expect(shares.map((settings) => readConfig(settings).webVitalsSample)).toEqual([0.1, 0.0001, 1, 0])
  for (const wrong of ["1.1", "-0.1", ".5", "10%", "0.00001", "all"])
    expect(() => readConfig({ WEB_VITALS_SAMPLE: wrong })).toThrow("WEB_VITALS_SAMPLE must be a number from 0 to 1")
})

test("processes notify each other in PostgreSQL, or in NATS", () => {
  const addresses = ["nats://haitech:secret@nats.example:4222", "tls://token@nats.example"]
  expect(readConfig({}).natsUrl).toBeUndefined()
  expect(addresses.map((address) => readConfig({ NATS_URL: address }).natsUrl)).toEqual(addresses)
  for (const wrong of ["nats.example:4222", "https://nats.example", "secret"])
    expect(() => readConfig({ NATS_URL: wrong })).toThrow(
      "NATS_URL must be an address like nats://user:password@host:4222",
    )
})

test("traces go where the operator says, all of them or the share that the sampler names", () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/" }
  const sampler = (name: string, share = "0.25") => ({
    ...endpoint,
    OTEL_TRACES_SAMPLER: name,
    OTEL_TRACES_SAMPLER_ARG: share,
  })
  expect(readConfig({ OTEL_SERVICE_NAME: "site" }).traces).toBeUndefined()
  expect(readConfig({ ...endpoint, OTEL_SERVICE_NAME: "site", OTEL_TRACES_SAMPLER_ARG: "0.5" }).traces).toEqual({
    endpoint: "http://collector:4318",
    serviceName: "site",
    share: 1,
  })
  const names = ["always_on", "parentbased_always_on", "always_off", "parentbased_always_off", "traceidratio"]
  const shares = [...names, "parentbased_traceidratio"].map((name) => readConfig(sampler(name)).traces?.share)
  expect(shares).toEqual([1, 1, 0, 0, 0.25, 0.25])
  expect(readConfig(sampler("traceidratio", "0")).traces?.share).toBe(0)
  expect(() => readConfig(sampler("jaeger_remote"))).toThrow("OTEL_TRACES_SAMPLER must be always_on, always_off or")
  for (const wrong of ["1.1", "-0.1", ".5", "10%", "1e-3", "NaN"])
    expect(() => readConfig(sampler("traceidratio", wrong))).toThrow("OTEL_TRACES_SAMPLER_ARG must be a number from 0")
  for (const wrong of ["collector:4318", "grpc://collector:4317", "4318"])
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: wrong })).toThrow("OTEL_EXPORTER_OTLP_ENDPOINT must be an")
  for (const right of ["api-key=a", "Authorization=Basic%20YQ==,x=1"])
    expect(readConfig({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: right }).traces?.share).toBe(1)
  for (const wrong of ["canary", "=canary", "a=", "a=b,canary", "a=b\nc=canary", "a=canary b"])
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: wrong })).toThrow(
      /^OTEL_EXPORTER_OTLP_HEADERS must be headers like name=value,other=value, with %20 for a blank$/,
    )
})

test("a process works off jobs, or serves, or does both", () => {
  const workers = [{}, { WORKER: "off" }, { WORKER: "only" }].map((settings) => readConfig(settings).worker)
  expect(workers).toEqual(["on", "off", "only"])
  expect(() => readConfig({ WORKER: "yes" })).toThrow("WORKER must be on, off or only")
})

test("a process drains for five seconds in production, not at all elsewhere, or as long as set", () => {
  const seconds = [{}, PRODUCTION, { DRAIN_SECONDS: "60" }, { ...PRODUCTION, DRAIN_SECONDS: "0" }]
  expect(seconds.map((settings) => readConfig(settings).drainSeconds)).toEqual([0, 5, 60, 0])
  for (const wrong of ["61", "-1", "5s", "1.5"])
    expect(() => readConfig({ DRAIN_SECONDS: wrong })).toThrow("DRAIN_SECONDS must be a whole number from 0 to 60")
})

test("production needs a mail server and a sender, or MAIL=files, which sends nothing even with both", () => {
  const message = /^SMTP_URL and MAIL_FROM must be set in production, or MAIL=files/
  expect(() => readConfig({ ...PRODUCTION, SMTP_URL: "" })).toThrow(message)
  expect(() => readConfig({ ...PRODUCTION, MAIL_FROM: "" })).toThrow(message)
  expect(readConfig(PRODUCTION).mail).toEqual({ smtpUrl: PRODUCTION.SMTP_URL, from: PRODUCTION.MAIL_FROM })
  expect(readConfig({ ...PRODUCTION, SMTP_URL: "", MAIL_FROM: "", MAIL: "files" }).mail.smtpUrl).toBeUndefined()
  expect(readConfig({ ...PRODUCTION, MAIL: "files" }).mail.smtpUrl).toBeUndefined()
  expect(() => readConfig({ MAIL: "smtp" })).toThrow("MAIL must be files, or nothing")
})

test.each([
  ["1", 1],
  ["10.0.0.0/8, ::1", ["10.0.0.0/8", "::1"]],
])("TRUST_PROXY %s is parsed", (setting, expected) => {
  expect(readConfig({ TRUST_PROXY: setting }).trustProxy).toEqual(expected)
})

test("an incomplete group of settings is refused", () => {
  expect(() => readConfig({ STRIPE_SECRET_KEY: "sk_test_1" })).toThrow(
    "STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET must be set together, or not at all",
  )
  expect(() => readConfig({ GOOGLE_CLIENT_SECRET: "x" })).toThrow("GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET must be set")
  expect(readConfig({ GOOGLE_CLIENT_ID: "x", GOOGLE_CLIENT_SECRET: "y" }).port).toBe(3000)
  for (const half of [{ REPLY_ADDRESS: "chat@example.org" }, { INBOUND_SECRET: "x".repeat(32) }])
    expect(() => readConfig(half)).toThrow("REPLY_ADDRESS, INBOUND_SECRET must be set together, or not at all")
})

test("replies by email need an address and a secret", () => {
  const set = { REPLY_ADDRESS: "chat@example.org", INBOUND_SECRET: "x".repeat(32) }
  expect([readConfig({}).replies, readConfig(set).replies]).toEqual([
    undefined,
    { address: "chat@example.org", secret: "x".repeat(32) },
  ])
})

test.each([
  ["REPLY_ADDRESS", "twelve-signs@example.org"],
  ["REPLY_ADDRESS", "chat+1@example.org"],
  ["REPLY_ADDRESS", "chat"],
  ["REPLY_ADDRESS", "Chat <chat@example.org>"],
  ["REPLY_ADDRESS", `chat@${"a.".repeat(100)}org`],
  ["INBOUND_SECRET", "x".repeat(31)],
  ["INBOUND_SECRET", `${"x".repeat(32)} y`],
])("%s %s is refused, and not part of the error", (name, setting) => {
  const set = { REPLY_ADDRESS: "chat@example.org", INBOUND_SECRET: "x".repeat(32), [name]: setting }
  expect(() => readConfig(set)).toThrow(
    new RegExp(`^${name} must be (an e-mail address with|at least 32)[^@]*@?[^@]*$`),
  )
})

test("a secret key in the setting of the publishable key is refused, and not part of the error", () => {
  expect(() => readConfig({ STRIPE_PUBLISHABLE_KEY: "sk_canary" })).toThrow(
    /^STRIPE_PUBLISHABLE_KEY must be a publishable key of Stripe \(pk_…\)\n(?!.*canary)/,
  )
})

test.each(["bad", "10.0.0.0/33", "1.2.3", "300.1.1.1", "10", "::1/129", "a,b"])(
  "TRUST_PROXY %s is refused",
  (setting) => {
    expect(() => readConfig({ TRUST_PROXY: setting })).toThrow(
      "TRUST_PROXY must be a number of proxies, or their addresses",
    )
  },
)

test(".env.example names exactly the settings", () => {
  const source = readFileSync(new URL("platform/settings.ts", import.meta.url), "utf8")
  const settings = [...source.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name)
  const example = readFileSync(new URL("../../.env.example", import.meta.url), "utf8")
  expect([...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name).sort()).toEqual(settings.sort())
})

test("MEETING_URL is an https address, and off without one", () => {
  expect(readConfig({}).meetingUrl).toBeUndefined()
  expect(readConfig({ MEETING_URL: "https://meet.jit.si/" }).meetingUrl).toBe("https://meet.jit.si")
  expect(() => readConfig({ MEETING_URL: "http://meet.jit.si" })).toThrow(/^MEETING_URL must be an address like https:/)
})
