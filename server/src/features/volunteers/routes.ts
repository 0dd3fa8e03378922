import type { Deps } from "#deps.ts"
import { applicantRoutes } from "./routes/applicant.ts"

export const volunteerRoutes = (deps: Deps) => [...applicantRoutes(deps)]
