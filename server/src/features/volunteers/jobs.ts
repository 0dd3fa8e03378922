import type { ApplicationId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import type { RecurringJob } from "#platform/jobs/recurring.ts"
import type { Handler } from "#platform/jobs/worker.ts"
import { sendReceived, sendWithdrawn } from "./service/applicant-emails.ts"
import { type StatusEmail, sendStatusEmail } from "./service/emails.ts"
import type { WithdrawnEmail } from "./service/own.ts"
import { type EndingEmail, remindOfScreenings, sendEnding } from "./service/screening-reminders.ts"

export const volunteerJobs = (deps: Deps): Readonly<Record<string, Handler>> => ({
  "application.received": ({ id }: { readonly id: ApplicationId }, { key }) => sendReceived(deps, key, id),
  "application.withdrawn": (email: WithdrawnEmail, { key }) => sendWithdrawn(deps, key, email),
  "application.status": (email: StatusEmail, { key }) => sendStatusEmail(deps, key, email),
  "screening.ending": (email: EndingEmail, { key }) => sendEnding(deps, key, email),
})

export const recurringVolunteerJobs = (deps: Deps): Readonly<Record<string, RecurringJob>> => ({
  "screening.remind": { cron: "10 11 * * *", run: () => remindOfScreenings(deps) },
})
