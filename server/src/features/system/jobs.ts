import type { Deps } from "#deps.ts"
import { sendAccountEmail } from "#features/accounts/service/account-email.ts"
import type { Recipient } from "#features/accounts/service/emails.ts"
import type { RecurringJob } from "#platform/jobs/recurring.ts"
import type { Handler } from "#platform/jobs/worker.ts"

export const systemJobs = (deps: Pick<Deps, "backups" | "mail" | "site">): Readonly<Record<string, Handler>> => ({
  "system.backup_now": async () => deps.backups?.make(),
  "system.test_email": (recipient: Recipient, { key }) => sendTestEmail(deps, recipient, key),
})

/** At night in Haiti and New York. */
export const recurringSystemJobs = ({ backups }: Pick<Deps, "backups">): Readonly<Record<string, RecurringJob>> => ({
  "system.backup": { cron: "20 7 * * *", run: async () => backups?.make() },
})

export function sendTestEmail(deps: Pick<Deps, "mail" | "site">, recipient: Recipient, key: string): Promise<void> {
  return sendAccountEmail(deps, "test_email", recipient, {
    key,
    paragraphs: ["mail.test_email.arrived", "mail.test_email.spam"],
    action: { label: "mail.test_email.action", path: "/admin/system" },
  })
}
