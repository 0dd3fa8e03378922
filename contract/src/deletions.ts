import * as z from "zod/mini"
import { Instant } from "./time.ts"

/** A deletion can be undone for so long. */
export const UNDO_HOURS = 24

/** What a deletion answers; until when it can be undone says `UNDO_HOURS`. */
export const Deleted = z.object({ deletedAt: Instant })
