import type { ProblemBody } from "@haitech/contract/problems"
import type { Descriptor } from "@haitech/contract/route"

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
  readonly signal?: AbortSignal
  /** The response, where the request is already sent. */
  readonly sent?: Promise<Response> | undefined
  readonly headers?: Readonly<Record<string, string>>
}

export interface RequestInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | boolean | undefined>>
  readonly body?: unknown
}

type AnyDescriptor = Descriptor<never, unknown>

/** A mobile line can be silent without an error, for which browsers wait a quarter of an hour. */
const LIMIT_MS = 60_000

/**
 * Only this module calls fetch in the browser. The reply is not validated: the server already reduced it to the
 * contract's shape. Without a signal of its own a call that is no upload has a minute.
 * @throws {CallFailed} for a response that is not OK; otherwise whatever fetch throws
 */
export async function request<Input extends RequestInput, Output>(
  route: Descriptor<Input, Output>,
  input: NoInfer<Input>,
  language: string,
  options?: RequestOptions,
): Promise<Output> {
  const { text } = await requestText(route, input, language, options)
  const reply = text ? JSON.parse(text) : undefined
  return reply
}

/** Like `request`, but returns the body as text, and the headers. It does not check `input` against the route's types. */
export async function requestText(
  route: AnyDescriptor,
  { params = {}, query = {}, body }: RequestInput,
  language: string,
  { signal, sent, headers }: RequestOptions = {},
) {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
  // JSON leaves out undefined values.
  const search = `${new URLSearchParams(JSON.parse(JSON.stringify(query)))}`
  const response = await (sent ??
    fetch(path + (search && `?${search}`), {
      method: route.method,
      credentials: "include",
      // A large file on a slow line takes longer.
      signal: signal ?? (route.upload ? null : AbortSignal.timeout(LIMIT_MS)),
      ...requestInit(route, body, { "accept-language": language, ...headers }),
    }))
  const text = await response.text()
  if (!response.ok) {
    const retryAfter = Number(response.headers.get("retry-after"))
    throw new CallFailed(response.status, text || response.statusText, parseProblem(text), retryAfter)
  }
  return { text, headers: response.headers }
}

/** Uploads are sent as form data, for which the browser sets the content type; other bodies as JSON (spec §7). */
function requestInit({ upload }: AnyDescriptor, body: unknown, headers: Record<string, string>): RequestInit {
  if (body === undefined) return { headers }
  if (!upload) return { headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) }
  const form = new FormData()
  for (const [name, value] of Object.entries(body as Record<string, Blob>)) form.append(name, value)
  return { headers, body: form }
}

/** The build renders fragments, so they are safe to insert. @throws what `request` throws */
export async function fetchFragment(name: string, language: string, sent?: Promise<Response>): Promise<string> {
  const response = await (sent ??
    fetch(`/fragments/${language}/${name}.html`, { signal: AbortSignal.timeout(LIMIT_MS) }))
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
