import type { Page } from "@haitech/contract/lists"
import type { Route, RouteInput } from "@haitech/contract/route"
import { requestText } from "./request.ts"

/** Fetches a page of an admin list: rows from the body, cursor and total from the `link` and `x-total-count` headers (D2). */
export async function fetchPage<Row>(
  path: Route["path"],
  query: Readonly<Record<string, string>>,
  language: string,
): Promise<Page<Row>> {
  const route = { method: "GET", path } as unknown as Route
  const { text, headers } = await requestText(route, { query } as unknown as RouteInput<Route>, language)
  const [, address] = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "") ?? []
  const next = address ? new URL(address, location.href).searchParams.get("cursor") : null
  return { rows: JSON.parse(text), next, total: Number(headers.get("x-total-count")) }
}
