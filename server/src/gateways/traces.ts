import { AsyncLocalStorage } from "node:async_hooks"
import { setTimeout as pause } from "node:timers/promises"
import {
  type Span as ApiSpan,
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto"
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources"
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Span as SdkSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace"
import { nameOf } from "#platform/error-name.ts"
import type { Log } from "#platform/log.ts"
import { VERSION } from "#platform/release.ts"
import type { Span, Tracing } from "#platform/tracing.ts"

interface Options {
  readonly endpoint: string
  readonly serviceName: string
  /** The share of traces that are exported, from 0 to 1. */
  readonly share: number
  readonly flushMs?: number
}

const QUEUE_LENGTH = 2048
const TEXT_LENGTH = 2000
const FLUSH_MS = 2_000
const LOG_PAUSE_MS = 60_000
const KINDS = { request: SpanKind.SERVER, job: SpanKind.CONSUMER }

/** Exports spans over OTLP/HTTP. The library itself reads the other variables of the exporter, such as its headers. */
export function exportTraces(options: Options, log: Pick<Log, "warn">): Tracing {
  const { endpoint, serviceName, share, flushMs = FLUSH_MS } = options
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ "service.name": serviceName, "service.version": VERSION }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: TEXT_LENGTH },
    spanProcessors: [boundedProcessor(`${endpoint}/v1/traces`, lossLog(log))],
  })
  const tracer = provider.getTracer("haitech")
  const running = new AsyncLocalStorage<Context>()
  return {
    startTrace({ kind, name, attributes, parent }) {
      return wrap(tracer.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(parent)), running)
    },
    startStep({ name, attributes }) {
      const context = running.getStore()
      // A timer that a request began may run long after the end of its span.
      if (!context || !trace.getSpan(context)?.isRecording()) return undefined
      return wrap(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, context), running)
    },
    async close() {
      const isLate = pause(flushMs, true, { ref: false })
      const isSent = provider.shutdown().then(
        () => false,
        () => false,
      )
      if (await Promise.race([isSent, isLate])) log.warn("traces were not sent before the end")
    },
  }
}

function contextOf(traceparent: string | null | undefined): Context {
  if (!traceparent) return ROOT_CONTEXT
  const [, traceId = "", spanId = ""] = traceparent.split("-")
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true })
}

function wrap(span: ApiSpan, running: AsyncLocalStorage<Context>): Span | undefined {
  if (!span.isRecording()) return undefined
  const { traceId, spanId } = span.spanContext()
  const context = trace.setSpan(ROOT_CONTEXT, span)
  return {
    ids: { trace_id: traceId, span_id: spanId },
    run: (work) => running.run(context, work),
    end(attributes = {}, error) {
      span.setAttributes(attributes)
      if (error) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", error)
      span.end()
    },
  }
}

type OnLoss = (spans: number, error: string) => void

/** The library says of no span that the full queue dropped it, so they are counted here. */
function boundedProcessor(url: string, onLoss: OnLoss): BatchSpanProcessor {
  const otlp = new OTLPTraceExporter({ url })
  let waiting = 0
  const exporter: SpanExporter = {
    export(spans, done) {
      waiting -= spans.length
      otlp.export(spans, (result) => {
        if (result.error) onLoss(spans.length, reasonOf(result.error))
        done(result)
      })
    },
    shutdown: () => otlp.shutdown(),
  }
  return new (class extends BatchSpanProcessor {
    override onEnd(span: SdkSpan): void {
      if (waiting === QUEUE_LENGTH) return onLoss(1, "queue full")
      waiting++
      super.onEnd(span)
    }
  })({ exporter, maxQueueSize: QUEUE_LENGTH })
}

/** Without the message, which may quote what the collector answered. */
function reasonOf(error: Error): string {
  return "code" in error && typeof error.code === "number" ? `HTTP ${error.code}` : nameOf(error)
}

/** One line a minute at most, with the number of all spans lost since the last one. */
function lossLog(log: Pick<Log, "warn">): OnLoss {
  let lost = 0
  let isPaused = false
  return (spans, error) => {
    lost += spans
    if (isPaused) return
    log.warn({ spans: lost, error }, "traces were lost")
    lost = 0
    isPaused = true
    setTimeout(() => {
      isPaused = false
    }, LOG_PAUSE_MS).unref()
  }
}
