import type { Deps } from "#deps.ts"
import { adminRoutes } from "./routes/admin.ts"
import { certificateRoutes } from "./routes/certificates.ts"
import { courseRoutes } from "./routes/courses.ts"
import { helpRoutes } from "./routes/help.ts"
import { progressRoutes } from "./routes/progress.ts"

export const learningRoutes = (deps: Deps) => [
  ...courseRoutes(deps),
  ...progressRoutes(deps),
  ...certificateRoutes(deps),
  ...helpRoutes(deps),
  ...adminRoutes(deps),
]
