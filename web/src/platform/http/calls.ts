import type { Language } from "@haitech/contract/languages"
import type { Reply, Route, RouteInput } from "@haitech/contract/route"
import { queryOptions } from "@tanstack/react-query"
import { request } from "./request.ts"

/** Names a route of the contract without its schemas: the contract is larger than all other code of the apps. */
export function call<R extends Route>(method: R["method"], path: R["path"], options: Pick<Route, "upload"> = {}): R {
  return { method, path, ...options } as unknown as R
}

/** Query options of a read; the query key is its path (spec §7). */
export function read<R extends Route>(route: R, language: Language) {
  return queryOptions({
    queryKey: route.path.slice(1).split("/"),
    queryFn: (): Promise<Reply<R>> => request(route, {} as RouteInput<R>, language),
  })
}
