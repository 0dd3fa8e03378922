import * as z from "zod/mini"
import { Instant } from "./time.ts"

export const UNDO_HOURS = 24

export const Deleted = z.object({ deletedAt: Instant })
