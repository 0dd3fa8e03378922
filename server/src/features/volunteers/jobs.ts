import type { Deps } from "#deps.ts"
import type { Handler } from "#platform/jobs/worker.ts"
import { type StatusEmail, sendStatusEmail } from "./service/emails.ts"

export const volunteerJobs = (deps: Pick<Deps, "mail" | "site">): Readonly<Record<string, Handler>> => ({
  "application.status": (email: StatusEmail, { key }) => sendStatusEmail(deps, key, email),
})
