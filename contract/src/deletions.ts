import * as z from "zod/mini"
import { Instant } from "./time.ts"

/** A deletion can be undone for this long after `deletedAt`. */
export const UNDO_HOURS = 24

export const Deleted = z.object({ deletedAt: Instant })
