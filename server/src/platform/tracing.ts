import { nameOf } from "./error-name.ts"

/** In a log line these fields name its span, as OpenTelemetry's specification of trace contexts in logs has them. */
export interface TraceIds {
  readonly trace_id: string
  readonly span_id: string
}

/** Patterns, names, numbers and codes of errors, never a value: spans leave the installation. */
type Attributes = Readonly<Record<string, string | number>>

export interface Span {
  readonly ids: TraceIds
  run<Result>(work: () => Result): Result
  end(attributes?: Attributes, error?: string): void
}

interface SpanStart {
  readonly name: string
  readonly attributes: Attributes
}

export interface Tracing {
  /** Begins a trace, or continues the one of `parent`; undefined when it is not sampled. */
  startTrace(start: SpanStart & { readonly kind: "request" | "job"; readonly parent?: string | null }): Span | undefined
  /** A step of the running request or job; undefined outside of a sampled one. */
  startStep(start: SpanStart): Span | undefined
  close(): Promise<void>
}

type Outcome<Result> = (result: Result) => {
  readonly attributes?: Attributes
  readonly error?: string | undefined
}

/** Runs `work`, and ends the span with what `outcome` says of its result, or with the name of its error. */
export function inSpan<Result>(
  span: Span | undefined,
  work: () => Promise<Result>,
  outcome: Outcome<Result>,
): Promise<Result> {
  return span ? endWith(span, work, outcome) : work()
}

async function endWith<Result>(span: Span, work: () => Promise<Result>, outcome: Outcome<Result>): Promise<Result> {
  try {
    const result = await span.run(work)
    const { attributes, error } = outcome(result)
    span.end(attributes, error)
    return result
  } catch (error) {
    span.end({}, nameOf(error))
    throw error
  }
}

/** The form of W3C Trace Context, for a job that continues the trace. */
export function traceparentOf({ trace_id, span_id }: TraceIds): string {
  return `00-${trace_id}-${span_id}-01`
}
