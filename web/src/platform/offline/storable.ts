import { STORED_HEADERS } from "@haitech/contract/pages"

/** A response to store: with its policies, without what described its way through the network. */
export function storable(body: BodyInit, { headers }: Response): Response {
  const stored = STORED_HEADERS.flatMap((name): [string, string][] => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return new Response(body, { headers: stored })
}
