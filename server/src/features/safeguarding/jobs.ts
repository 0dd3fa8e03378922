import type { Deps } from "#deps.ts"
import type { RecurringJob } from "#platform/jobs/recurring.ts"
import type { Handler } from "#platform/jobs/worker.ts"
import { alertReaders, type CaseEmail, sendAlert } from "./service/case-emails.ts"
import { type ConsentEmail, sendConfirmation, sendGiven, sendRequest } from "./service/consent-emails.ts"
import { requestRenewals } from "./service/renewals.ts"

export const safeguardingJobs = (deps: Deps): Readonly<Record<string, Handler>> => ({
  "consent.request": (email: ConsentEmail, { key }) => sendRequest(deps, key, email),
  "consent.given": (email: ConsentEmail, { key }) => sendGiven(deps, key, email),
  "consent.confirmation": (email: ConsentEmail, { key }) => sendConfirmation(deps, key, email),
  "case.opened": (opened: { readonly id: string }) => alertReaders(deps, opened),
  "case.email": (email: CaseEmail, { key }) => sendAlert(deps, key, email),
})

export const recurringSafeguardingJobs = (deps: Deps): Readonly<Record<string, RecurringJob>> => ({
  "consent.renewals": { cron: "50 13 * * *", run: () => requestRenewals(deps) },
})
