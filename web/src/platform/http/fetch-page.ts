import type { Page } from "@haitech/contract/lists"
import type { ListDescriptor } from "@haitech/contract/route"
import { requestText } from "./request.ts"

/** The fields of a query as text, as they are in a URL. The server checks the values. */
export type QueryText<Query> = Readonly<Partial<Record<keyof Query & string, string>>>

/** Fetches a page of an admin list: rows from the body, cursor and total from the `link` and `x-total-count` headers (D2). */
export async function fetchPage<Query, Row>(
  list: ListDescriptor<Query, Row>,
  query: QueryText<NoInfer<Query>>,
  language: string,
): Promise<Page<Row>> {
  const { text, headers } = await requestText(list, { query }, language)
  const [, address] = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "") ?? []
  const next = address ? new URL(address, location.href).searchParams.get("cursor") : null
  return { rows: JSON.parse(text), next, total: Number(headers.get("x-total-count")) }
}
