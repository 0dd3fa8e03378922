import type { ProblemBody } from "@haitech/contract/problems"
import type { Reply, Route, Sent } from "@haitech/contract/route"

/**
 * A call that did not go well. `message` is exactly `STATUS: BODY`, or `STATUS: STATUS TEXT` when the body is empty
 * (§8 Transport); `problem` is the server's answer where it was one, for the places that show the server's message.
 */
export class CallFailed extends Error {
  override readonly name = "CallFailed"
  readonly status: number
  readonly problem: ProblemBody | null
  /** Seconds until it makes sense to ask again, where the server said so. */
  readonly retryAfter: number

  constructor(status: number, text: string, problem: ProblemBody | null, retryAfter = 0) {
    super(`${status}: ${text}`)
    this.status = status
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

export interface RequestOptions {
  /** Gives up a call whose answer may not come. */
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Makes a call of the contract, with cookies. This module is the only one in the browser that calls fetch. `language` is the
 * page's, so that the server answers in it. The reply is the server's word: it was cut to the contract there.
 * @throws {CallFailed} for any answer that is not OK; whatever fetch throws when there is no answer
 */
export async function request<R extends Route>(
  route: R,
  sent: Sent<R>,
  language: string,
  options?: RequestOptions,
): Promise<Reply<R>> {
  const { text } = await requestText(route, sent, language, options)
  return (text ? JSON.parse(text) : undefined) as Reply<R>
}

/** The same, as it came. */
export async function requestText<R extends Route>(
  route: R,
  sent: Sent<R>,
  language: string,
  { signal, headers }: RequestOptions = {},
) {
  const {
    params = {},
    query = {},
    body,
  } = sent as Partial<Record<"params" | "query", Record<string, string>>> & {
    body?: unknown
  }
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
  const search = new URLSearchParams(query).toString()
  const response = await fetch(search ? `${path}?${search}` : path, {
    method: route.method,
    credentials: "include",
    signal: signal ?? null,
    ...written(route, body, { "accept-language": language, ...headers }),
  })
  const text = await response.text()
  if (!response.ok) {
    const retryAfter = Number(response.headers.get("retry-after"))
    throw new CallFailed(response.status, text || response.statusText, problemOf(text), retryAfter)
  }
  return { text, headers: response.headers }
}

/** A file goes as a form, whose content type the browser writes; everything else as JSON (§7: only with a body). */
function written({ upload }: Route, body: unknown, headers: Record<string, string>): RequestInit {
  if (body === undefined) return { headers }
  if (!upload) return { headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) }
  const form = new FormData()
  for (const [name, value] of Object.entries(body as Record<string, Blob>)) form.append(name, value)
  return { headers, body: form }
}

/**
 * A part of a page, drawn by the build: markup of ours, never of a person's.
 * @throws {CallFailed} for any answer that is not OK
 */
export async function fetchFragment(name: string, language: string): Promise<string> {
  const response = await fetch(`/fragments/${language}/${name}.html`)
  const text = await response.text()
  if (!response.ok) throw new CallFailed(response.status, response.statusText, null)
  return text
}

function problemOf(text: string): ProblemBody | null {
  try {
    const body: Partial<ProblemBody> | null = JSON.parse(text)
    return body?.code && body.message ? (body as ProblemBody) : null
  } catch {
    return null
  }
}
