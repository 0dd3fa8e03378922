import type { Language } from "@haitech/contract/languages"
import type { Descriptor } from "@haitech/contract/route"
import { queryOptions } from "@tanstack/react-query"
import { request } from "./request.ts"

/** The query key of a read: the segments of its path (spec §7). */
export function queryKey({ path }: Pick<Descriptor<never, unknown>, "path">): string[] {
  return path.slice(1).split("/")
}

export function read<Output>(route: Descriptor<object, Output>, language: Language) {
  return queryOptions({ queryKey: queryKey(route), queryFn: () => request(route, {}, language) })
}
