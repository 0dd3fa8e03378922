import type { Deps } from "#deps.ts"
import { screeningRoutes } from "./routes/screening.ts"

export const volunteerRoutes = (deps: Deps) => [...screeningRoutes(deps)]
