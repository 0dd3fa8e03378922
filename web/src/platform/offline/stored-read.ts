import type { Language } from "@haitech/contract/languages"
import type { Descriptor } from "@haitech/contract/route"
import { type QueryKey, queryOptions } from "@tanstack/react-query"
import { queryKey } from "#platform/http/calls.ts"
import { takeFirstResponse } from "#platform/http/first-requests.ts"
import { request } from "#platform/http/request.ts"
import { sessionOwner } from "./session-owner.ts"
import type { StoredContext } from "./stored-replies.ts"

/** Like `read`, and without a connection the reply that this device stored last for its session. */
export function storedRead<Output>(route: Descriptor<object, Output>, language: Language) {
  const key = queryKey(route)
  return queryOptions({
    queryKey: key,
    queryFn: (context) =>
      orStored(key, context, (signal) => {
        return request(route, {}, language, { signal, sent: takeFirstResponse(route.path) })
      }),
  })
}

/**
 * The read of a query under the name of its key, or of a shorter one that the pages of a list share.
 * @throws what `send` throws
 */
export function orStored<Output>(
  key: QueryKey,
  context: StoredContext,
  send: (signal: AbortSignal) => Promise<Output>,
): Promise<Output> {
  const session = sessionOwner()
  const controller = new AbortController()
  const reading = send(controller.signal)
  if (session === null) return reading
  // Its script loads beside the first reply, and reads work without it.
  const stored = import("./stored-replies.ts").then(
    ({ readOrStored }) => readOrStored({ session, key, context, reading, controller }),
    () => reading,
  )
  return Promise.any([reading, stored]).catch(() => stored)
}
