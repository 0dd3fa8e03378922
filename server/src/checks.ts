import type { Finding } from "@haitech/contract/admin/system"
import { receivePaymentEvent } from "@haitech/contract/donations"
import type { Config } from "./config.ts"
import type { Database } from "./platform/db/client.ts"
import { VERSION } from "./platform/release.ts"
import { checkDatabase } from "./platform/system/database.ts"
import { finding } from "./platform/system/finding.ts"
import { checkJobs } from "./platform/system/jobs.ts"
import { checkMachine } from "./platform/system/machine.ts"
import { checkPictures } from "./platform/system/pictures.ts"
import { checkReplica } from "./platform/system/replica.ts"

/** Everything that can be wrong around the product. Each check reports what it cannot reach, and changes nothing that is kept. */
export async function checkAll(
  config: Config,
  { db, pool }: Pick<Database, "db" | "pool">,
): Promise<readonly Finding[]> {
  const found = await Promise.all([
    checkSettings(config),
    checkMachine(config.dataDir),
    checkDatabase(db, config.databaseUrl === undefined),
    checkReplica(config.replica, pool),
    checkJobs(db),
    checkPictures(db, config.pictureBucket),
    checkServices(config),
  ])
  return found.flat()
}

export async function checkServices(config: Config): Promise<readonly Finding[]> {
  const { mail, replies, site, backups, stripe, google, googleCalendar, natsUrl, vapid, releasesUrl } = config
  // These load the providers' libraries, which a server at rest does not need.
  const [
    { checkBackups, checkPictureBucket },
    { checkMail },
    { checkSite },
    { checkRelease },
    { checkPayments },
    { checkIdentity },
    { checkCalendar },
    { checkNats },
    { checkCdn },
  ] = await Promise.all([
    import("./gateways/files/check.ts"),
    import("./gateways/mail/check.ts"),
    import("./gateways/site/check.ts"),
    import("./gateways/site/release.ts"),
    import("./gateways/payments/check.ts"),
    import("./gateways/identity/check.ts"),
    import("./gateways/calendar/check.ts"),
    import("./gateways/nats/check.ts"),
    import("./gateways/cdn/check.ts"),
  ])
  const found = await Promise.all([
    checkBackups(backups, new Date()),
    checkPictureBucket(config.pictureBucket),
    checkMail({ ...mail, replies: replies?.address }),
    checkSite(site.url),
    checkRelease(releasesUrl, VERSION),
    checkPayments(stripe, `${site.url}${receivePaymentEvent.path}`),
    checkIdentity(google && { ...google, redirectUri: `${site.url}/login/google/callback` }),
    checkCalendar(googleCalendar),
    checkNats(natsUrl),
    checkCdn(config.cdnMaxAge, config.cdnPurge),
  ])
  return [...found.flat(), finding(vapid ? "push_ready" : "push_off")]
}

export function checkSettings(config: Config): readonly Finding[] {
  const { production, site, trustProxy, misspelt, weakSecrets } = config
  const doubts = [
    ...misspelt.map((names) => finding("setting_misspelt", { ...names })),
    ...weakSecrets.map((name) => finding("secret_weak", { name })),
    ...(production ? [] : [finding("not_production")]),
    ...(production && site.url.startsWith("http:") ? [finding("site_not_https")] : []),
    ...(production && trustProxy === false ? [finding("proxy_unknown")] : []),
  ]
  return [
    finding("release", { version: VERSION, node: process.versions.node }),
    ...(doubts.length > 0 ? doubts : [finding("settings_valid")]),
  ]
}
