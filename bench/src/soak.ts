import autocannon from "autocannon"
import { openListeners } from "./listeners.ts"
import { memoryMb, type Product } from "./product.ts"
import type { Report } from "./results.ts"
import { BROTLI, joinTarget, READ_PATHS } from "./site.ts"

const [PER_SECOND, SOCKETS, CONNECTIONS] = [50, 200, 10]
const [SAMPLE_MS, MINUTE_MS, HOUR_MS] = [15_000, 60_000, 3_600_000]
/** Of the whole time: caches fill, and V8's heap finds its size. */
const WARM_UP = 1 / 6

interface Sample {
  readonly hours: number
  readonly mb: number
}

/** Steady visits, joins and open sockets, for an hour or `SOAK_MINUTES`. Nothing may fail, and memory may not grow. */
export async function measureSoak(product: Product, report: Report): Promise<void> {
  const minutes = Number(process.env["SOAK_MINUTES"] ?? 60)
  const { url } = product
  const target = (socket: number) => ({
    url: `${url.replace("http", "ws")}/ws`,
    headers: { origin: url, "x-forwarded-for": `203.0.113.${socket}` },
    threadId: "",
  })
  const listeners = await openListeners(Array.from({ length: SOCKETS }, (_, socket) => target(socket)))
  const startedAt = performance.now()
  const samples: Sample[] = []
  const sampling = setInterval(
    () => samples.push({ hours: (performance.now() - startedAt) / HOUR_MS, mb: memoryMb(product) }),
    SAMPLE_MS,
  )
  const { non2xx, errors, requests } = await visit(url, minutes)
  clearInterval(sampling)
  const { stray } = await listeners.collectDeliveries([])
  listeners.close()
  const steady = samples.filter(({ hours }) => hours >= (minutes * MINUTE_MS * WARM_UP) / HOUR_MS)
  const [first, last] = [steady[0]?.mb ?? 0, steady.at(-1)?.mb ?? 0]
  const during = `${minutes} minutes of ${PER_SECOND} requests a second and ${SOCKETS} sockets`
  report({
    metric: `${during}: growth of memory after the first sixth`,
    measured: slopeOf(steady),
    budget: 5,
    bound: "max",
    unit: "MB/h",
    details: `${first.toFixed(0)} MB, ${last.toFixed(0)} MB at the end`,
  })
  report({
    metric: "failed requests and closed sockets meanwhile",
    measured: non2xx + errors + stray,
    budget: 0,
    bound: "max",
    unit: "",
    details: `${requests.total} requests`,
  })
}

function visit(url: string, minutes: number) {
  const join = joinTarget(url)
  const reads = READ_PATHS.map((path) => ({ path, headers: BROTLI }))
  const write = {
    path: new URL(join.url).pathname,
    method: "POST" as const,
    headers: { ...join.headers },
    setupRequest: (request: autocannon.Request) => ({ ...request, body: join.body?.() ?? "" }),
  }
  return autocannon({
    url,
    connections: CONNECTIONS,
    overallRate: PER_SECOND,
    duration: (minutes * MINUTE_MS) / 1000,
    requests: [...reads, ...reads, ...reads, write],
  })
}

/** The line through the samples with the least squares. @returns MB per hour */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [hours, mb] = [mean(samples.map((sample) => sample.hours)), mean(samples.map((sample) => sample.mb))]
  const covariance = mean(samples.map((sample) => (sample.hours - hours) * (sample.mb - mb)))
  return covariance / mean(samples.map((sample) => (sample.hours - hours) ** 2))
}
