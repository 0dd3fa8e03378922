import type { Language } from "@haitech/contract/languages"
import type { Reply, Route, Sent } from "@haitech/contract/route"
import { queryOptions } from "@tanstack/react-query"
import { request } from "./request.ts"

/** A call by its name: in the apps, the contract itself would cost the reader more than all the rest. */
export function call<R extends Route>(method: R["method"], path: R["path"], more: Pick<Route, "upload"> = {}): R {
  return { method, path, ...more } as unknown as R
}

/** §7: a read is kept under its path. */
export function read<R extends Route>(route: R, language: Language) {
  return queryOptions({
    queryKey: route.path.slice(1).split("/"),
    queryFn: (): Promise<Reply<R>> => request(route, {} as Sent<R>, language),
  })
}
