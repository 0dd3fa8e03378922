import type { Deps } from "#deps.ts"
import { adminRoutes } from "./routes/admin.ts"
import { bookingRoutes } from "./routes/booking.ts"
import { calendarRoutes } from "./routes/calendar.ts"
import { proofRoutes } from "./routes/hours-proofs.ts"
import { matchingRoutes } from "./routes/matching.ts"
import { slotRoutes } from "./routes/slots.ts"
import { tutorRoutes } from "./routes/tutor.ts"

export const appointmentRoutes = (deps: Deps) => [
  ...bookingRoutes(deps),
  ...adminRoutes(deps),
  ...slotRoutes(deps),
  ...calendarRoutes(deps),
  ...matchingRoutes(deps),
  ...tutorRoutes(deps),
  ...proofRoutes(deps),
]
