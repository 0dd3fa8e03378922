import type { Deps } from "#deps.ts"
import { volunteerAdminRoutes } from "./routes/admin.ts"
import { applicantRoutes } from "./routes/applicant.ts"
import { screeningRoutes } from "./routes/screening.ts"

export const volunteerRoutes = (deps: Deps) => [
  ...applicantRoutes(deps),
  ...volunteerAdminRoutes(deps),
  ...screeningRoutes(deps),
]
