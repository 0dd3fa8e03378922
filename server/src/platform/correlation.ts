import { AsyncLocalStorage } from "node:async_hooks"
import type { TraceIds } from "./tracing.ts"

type Origin = ({ readonly id: string } | { readonly job: string; readonly kind: string }) & Partial<TraceIds>

/** For whom the running code works: the fields by which a log line finds its request or its job. */
export const origin = new AsyncLocalStorage<Origin>()
