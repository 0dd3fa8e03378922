import type { Deps } from "#deps.ts"
import type { RecurringJob } from "#platform/jobs/recurring.ts"
import type { Handler } from "#platform/jobs/worker.ts"
import { type EndingEmail, remindOfScreenings, sendEnding } from "./service/screening-reminders.ts"

export const volunteerJobs = (deps: Deps): Readonly<Record<string, Handler>> => ({
  "screening.ending": (email: EndingEmail, { key }) => sendEnding(deps, key, email),
})

export const recurringVolunteerJobs = (deps: Deps): Readonly<Record<string, RecurringJob>> => ({
  "screening.remind": { cron: "10 11 * * *", run: () => remindOfScreenings(deps) },
})
