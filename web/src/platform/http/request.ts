import type { ProblemBody } from "@haitech/contract/problems"
import type { Reply, Route, RouteInput } from "@haitech/contract/route"

/**
 * A response that is not OK. `message` is exactly `STATUS: BODY`, or `STATUS: STATUS TEXT` when the body is empty
 * (spec §8 Transport). `problem` is the parsed body, if it is a problem, for callers that show the server's message.
 */
export class CallFailed extends Error {
  override readonly name = "CallFailed"
  readonly status: number
  readonly problem: ProblemBody | null
  /** Seconds from the `retry-after` header; 0 without it. */
  readonly retryAfter: number

  constructor(status: number, text: string, problem: ProblemBody | null, retryAfter = 0) {
    super(`${status}: ${text}`)
    this.status = status
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

export interface RequestOptions {
  /** Aborts the request. */
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Sends a request of the contract, with cookies. Only this module calls fetch in the browser. The server responds in
 * `language`. The reply is not validated here: the server already reduced it to the contract's shape.
 * @throws {CallFailed} for a response that is not OK; otherwise whatever fetch throws, when there is no response
 */
export async function request<R extends Route>(
  route: R,
  input: RouteInput<R>,
  language: string,
  options?: RequestOptions,
): Promise<Reply<R>> {
  const { text } = await requestText(route, input, language, options)
  return (text ? JSON.parse(text) : undefined) as Reply<R>
}

/** Like `request`, but returns the body as text, and the headers. */
export async function requestText<R extends Route>(
  route: R,
  input: RouteInput<R>,
  language: string,
  { signal, headers }: RequestOptions = {},
) {
  const {
    params = {},
    query = {},
    body,
  } = input as Partial<Record<"params" | "query", Record<string, string>>> & {
    body?: unknown
  }
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
  const search = `${new URLSearchParams(query)}`
  const response = await fetch(path + (search && `?${search}`), {
    method: route.method,
    credentials: "include",
    signal: signal ?? null,
    ...requestInit(route, body, { "accept-language": language, ...headers }),
  })
  const text = await response.text()
  if (!response.ok) {
    const retryAfter = Number(response.headers.get("retry-after"))
    throw new CallFailed(response.status, text || response.statusText, parseProblem(text), retryAfter)
  }
  return { text, headers: response.headers }
}

/** Uploads are sent as form data, for which the browser sets the content type; other bodies as JSON (spec §7). */
function requestInit({ upload }: Route, body: unknown, headers: Record<string, string>): RequestInit {
  if (body === undefined) return { headers }
  if (!upload) return { headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) }
  const form = new FormData()
  for (const [name, value] of Object.entries(body as Record<string, Blob>)) form.append(name, value)
  return { headers, body: form }
}

/**
 * Fetches a page fragment. The build renders it, so the HTML is safe to insert: it has no user content.
 * @throws {CallFailed} for a response that is not OK
 */
export async function fetchFragment(name: string, language: string): Promise<string> {
  const response = await fetch(`/fragments/${language}/${name}.html`)
  const text = await response.text()
  if (!response.ok) throw new CallFailed(response.status, response.statusText, null)
  return text
}

function parseProblem(text: string): ProblemBody | null {
  try {
    const body: Partial<ProblemBody> | null = JSON.parse(text)
    return body?.code && body.message ? (body as ProblemBody) : null
  } catch {
    return null
  }
}
