import type { Finding } from "@haitech/contract/admin/system"
import type { Site } from "@haitech/contract/pages"
import type { Mail } from "#gateways/mail.ts"
import type { Backups } from "#platform/backups.ts"
import type { Bus } from "#platform/bus.ts"
import type { Calendar } from "#platform/calendar.ts"
import type { Cdn } from "#platform/cdn/cdn.ts"
import type { Db } from "#platform/db/client.ts"
import type { ExternalCalendar } from "#platform/external-calendar.ts"
import type { WatchedServices } from "#platform/http/status.ts"
import type { Identity } from "#platform/identity.ts"
import type { Log } from "#platform/log.ts"
import type { Passwords } from "#platform/passwords.ts"
import type { Payments } from "#platform/payments.ts"
import type { Pdf } from "#platform/pdf.ts"
import type { PictureBucket } from "#platform/pictures/bucket.ts"
import type { ProofsOfWork } from "#platform/proof-of-work.ts"
import type { Push } from "#platform/push.ts"
import type { Limiter } from "#platform/rate-limits/limiter.ts"
import type { Encryption } from "#platform/secret.ts"
import type { Signer } from "#platform/signatures.ts"
import type { VitalsCounter } from "#platform/web-vitals.ts"

export interface Deps {
  readonly bus: Bus
  /** Undefined until the organisation shares a calendar with us. */
  readonly externalCalendar: ExternalCalendar | undefined
  /** Undefined until the operator says where they go, and who can read them. */
  readonly backups: Backups | undefined
  readonly calendar: Calendar
  readonly cdn: Cdn | undefined
  /** Checks what the product needs around it; it takes some seconds. */
  readonly checkSystem: () => Promise<readonly Finding[]>
  /** Of the public address, in seconds since 1970; undefined without TLS. */
  readonly certificateEnd: (() => Promise<number>) | undefined
  readonly db: Db
  readonly limiter: Limiter
  readonly identity: Identity | undefined
  readonly log: Log
  readonly mail: Mail
  readonly now: () => Date
  readonly admin: {
    /** The code for the setup of the first administrator; undefined when none is required (D3). */
    readonly setupCode: string | undefined
    /** For tests only: the reply also contains the content of the administrator's reset email. */
    readonly resetInReply: boolean
    /** Whether administrators must have a second factor after the grace period. */
    readonly requiresFactor: boolean
  }
  readonly encryption: Encryption
  readonly meetingUrl: string | undefined
  readonly newslettersPerHour: number
  readonly organization: { readonly name: string; readonly address: string; readonly ein: string }
  readonly passwords: Passwords
  /** Undefined until the organisation has an account with the card provider. */
  readonly payments: Payments | undefined
  readonly pdf: Pdf
  readonly pictureBucket: PictureBucket | undefined
  readonly proofsOfWork: ProofsOfWork
  /** Undefined until the operator sets the keys that sign notifications. */
  readonly push: Push | undefined
  /** The reply address of our emails and the bearer secret of the mail system; undefined when replies are off. */
  readonly replies: { readonly address: string; readonly secret: string } | undefined
  /** A keyed hash (64 hex digits) of a text for one purpose; the database alone is not enough to compute it. */
  readonly keyedHash: (purpose: string, text: string) => string
  readonly signer: Signer
  readonly services: WatchedServices
  readonly site: Site
  readonly webVitals: VitalsCounter | undefined
}
