import { AsyncLocalStorage } from "node:async_hooks"

type Origin = { readonly id: string } | { readonly job: string; readonly kind: string }

/** For whom the running code works: the fields by which a log line finds its request or its job. */
export const origin = new AsyncLocalStorage<Origin>()
