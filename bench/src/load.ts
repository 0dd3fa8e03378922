import autocannon from "autocannon"

const SECONDS = 2
const CONNECTIONS = 16
const ROUNDS = 5

export interface Target {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** A new body for each request; without it the request is a GET. */
  readonly body?: () => string
}

/** Requests per second. Any answer that is not 2xx makes the figure worthless, so it is an error. */
export async function throughput(target: Target): Promise<number> {
  const { url, headers = {}, body } = target
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { ...headers },
    ...(body && {
      method: "POST",
      requests: [{ setupRequest: (request: autocannon.Request) => ({ ...request, body: body() }) }],
    }),
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} requests failed`)
  }
  return result.requests.average
}

/** Measures both in turns, so that whatever else the machine does falls on both; the median of the rounds' ratios. */
export async function ratio(ours: () => Promise<number>, bare: () => Promise<number>) {
  const rounds: { ours: number; bare: number }[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push({ bare: await bare(), ours: await ours() })
  return {
    ratio: median(rounds.map((round) => round.ours / round.bare)),
    ours: median(rounds.map((round) => round.ours)),
    bare: median(rounds.map((round) => round.bare)),
  }
}

export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The value below which so many of a hundred are. */
export function percentile(values: readonly number[], percent: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length * percent) / 100)] ?? Number.NaN
}
