import type { Deps } from "./deps.ts"
import { sweepAccounts } from "./features/accounts/service/sweep.ts"
import { sweepWaiting } from "./features/appointments/service/waiting.ts"
import { purgeDeletedThreads } from "./features/chat/service/deletion.ts"
import { sweepUnpaidDonors } from "./features/donations/service/retention.ts"
import { sweepFactors } from "./features/factors/service/sweep.ts"
import { sweepReports } from "./features/groups/service/moderation.ts"
import { purgeDeletedOutreach } from "./features/outreach/service/deletion.ts"
import { purgeDeleted } from "./features/publishing/service.ts"
import { sweepCases } from "./features/safeguarding/service/cases.ts"
import { sweepConsents } from "./features/safeguarding/service/renewals.ts"
import { sweepVitals } from "./features/system/service/web-vitals.ts"
import { sweepApplications, sweepScreenings } from "./features/volunteers/service/retention.ts"
import { sweepAssets } from "./platform/assets/asset-store.ts"
import { sweepOutbox } from "./platform/jobs/claims.ts"
import { sweepSentEmails } from "./platform/mail/sent-emails.ts"
import { sweepLimits } from "./platform/rate-limits/limiter.ts"

/** Deletes expired rows: personal data is stored only as long as it is needed (security C17). */
export async function sweep(deps: Pick<Deps, "db" | "now" | "pictureBucket">): Promise<void> {
  for (const sweepFeature of [
    sweepAccounts,
    sweepFactors,
    purgeDeleted,
    purgeDeletedOutreach,
    purgeDeletedThreads,
    sweepUnpaidDonors,
    sweepWaiting,
    sweepReports,
    sweepApplications,
    sweepScreenings,
    sweepConsents,
    sweepCases,
    sweepLimits,
    sweepOutbox,
    sweepSentEmails,
    sweepVitals,
    sweepAssets,
  ])
    await sweepFeature(deps)
}
