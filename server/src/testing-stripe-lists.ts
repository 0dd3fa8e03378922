type Reply = [number, unknown]

/** One page of a list as Stripe's API gives it: the newest first, at most `limit`, from after `starting_after`. */
export function listPage<Item extends { readonly id: string; readonly created: number }>(
  items: readonly Item[],
  query: URLSearchParams,
  present: (item: Item) => unknown,
): Reply {
  const limit = Number(query.get("limit") ?? 10)
  const since = Number(query.get("created[gte]") ?? 0)
  const after = query.get("starting_after")
  const found = items.toReversed().toSorted((a, b) => b.created - a.created)
  const start = after === null ? 0 : found.findIndex(({ id }) => id === after) + 1
  if (limit < 1 || limit > 100 || (after !== null && start === 0))
    return [400, { error: { type: "invalid_request_error", message: "refused" } }]
  const rest = found.slice(start).filter(({ created }) => created >= since)
  return [200, { object: "list", data: rest.slice(0, limit).map(present), has_more: rest.length > limit }]
}
