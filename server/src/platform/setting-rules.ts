import { createECDH } from "node:crypto"

type Input = Readonly<Record<string, string>>

/** Settings that must be set together: an incomplete group would fail only at the first payment, sign-in or reply. */
const SETTING_GROUPS = [
  ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"],
  ["ORGANIZATION_NAME", "ORGANIZATION_ADDRESS", "ORGANIZATION_EIN"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["GOOGLE_CALENDAR_ID", "GOOGLE_CALENDAR_KEY_FILE"],
  ["REPLY_ADDRESS", "INBOUND_SECRET"],
  ["BACKUP_TO", "BACKUP_RECIPIENT"],
  ["S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
  ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY", "VAPID_SUBJECT"],
] as const

export function findIncomplete(settings: Input): string[] {
  const isSet = (name: string) => Boolean(settings[name])
  const half = SETTING_GROUPS.filter((names) => names.some(isSet) && !names.every(isSet))
  return half.map((names) => `${names.join(", ")} must be set together, or not at all`)
}

export function findMismatched(settings: Input): string[] {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = settings
  const { DATABASE_URL, LISTEN_DATABASE_URL, DATABASE_READ_URL } = settings
  const isPair = !VAPID_PUBLIC_KEY || !VAPID_PRIVATE_KEY || publicKeyOf(VAPID_PRIVATE_KEY) === VAPID_PUBLIC_KEY
  return [
    !isPair && "VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be one pair of keys",
    LISTEN_DATABASE_URL && !DATABASE_URL && "DATABASE_URL must be set for the pooler beside LISTEN_DATABASE_URL",
    DATABASE_READ_URL && !DATABASE_URL && "DATABASE_URL must be set for the primary of DATABASE_READ_URL",
    ...findMismatchedBuckets(settings),
    ...findMismatchedPurge(settings),
  ].filter((line) => typeof line === "string")
}

function findMismatchedBuckets({ BACKUP_TO, FILES_TO, FILES_FROM, S3_ENDPOINT }: Input) {
  const files = FILES_TO ?? FILES_FROM
  return [
    BACKUP_TO?.startsWith("s3:") && !S3_ENDPOINT && "S3_ENDPOINT must be set for backups in a bucket",
    files && !S3_ENDPOINT && "S3_ENDPOINT must be set for pictures in a bucket",
    FILES_TO && FILES_FROM && "FILES_TO and FILES_FROM must not be set together",
    files &&
      BACKUP_TO &&
      areNested(files, BACKUP_TO) &&
      `${FILES_TO ? "FILES_TO" : "FILES_FROM"} must differ from BACKUP_TO, and neither may be inside the other`,
  ]
}

function findMismatchedPurge(settings: Input) {
  const { CDN_MAX_AGE, CDN_PURGE_URL, CDN_PURGE_METHOD, CDN_PURGE_HEADER, CDN_PURGE_BODY } = settings
  const isPurged = CDN_PURGE_URL ?? CDN_PURGE_METHOD ?? CDN_PURGE_HEADER ?? CDN_PURGE_BODY
  return [
    isPurged !== undefined && !CDN_PURGE_URL && "CDN_PURGE_URL must be set for the other settings of the purge",
    isPurged !== undefined && (CDN_MAX_AGE ?? "0") === "0" && "CDN_MAX_AGE must be above 0 where a CDN is purged",
    CDN_PURGE_METHOD === "GET" && CDN_PURGE_BODY && "CDN_PURGE_BODY must not be set for a purge by GET",
  ]
}

function areNested(...addresses: [string, string]): boolean {
  const [a, b] = addresses.map((address) => `${address.replace(/\/+$/, "")}/`) as [string, string]
  return a.startsWith(b) || b.startsWith(a)
}

function publicKeyOf(privateKey: string): string | undefined {
  const pair = createECDH("prime256v1")
  try {
    pair.setPrivateKey(privateKey, "base64url")
  } catch {
    return undefined
  }
  return pair.getPublicKey("base64url")
}

export function findProductionProblems(settings: Input): string[] {
  if (settings["NODE_ENV"] !== "production") return []
  return [
    !settings["DATABASE_URL"] &&
      !settings["EMBEDDED_DATABASE"] &&
      "DATABASE_URL must be set in production, or EMBEDDED_DATABASE=allow",
    !settings["SESSION_SECRET"] && "SESSION_SECRET must be set in production",
    !settings["SITE_URL"] && "SITE_URL must be set in production",
    settings["MAIL"] !== "files" &&
      !(settings["SMTP_URL"] && settings["MAIL_FROM"]) &&
      "SMTP_URL and MAIL_FROM must be set in production, or MAIL=files, and then nobody receives an email",
    settings["STRIPE_SECRET_KEY"] !== undefined &&
      !settings["ORGANIZATION_EIN"] &&
      "ORGANIZATION_NAME, ORGANIZATION_ADDRESS and ORGANIZATION_EIN must be set for the receipts of donations",
    settings["RATE_LIMITS"] === "off" && "RATE_LIMITS=off is refused in production",
    settings["ADMIN_RESET_IN_REPLY"] === "true" && "ADMIN_RESET_IN_REPLY=true is refused in production",
  ].filter((line) => line !== false)
}
