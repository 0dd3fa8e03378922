import autocannon from "autocannon"

const SECONDS = 2
const CONNECTIONS = 16
const ROUNDS = 5

export interface Target {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: () => string
  readonly connections?: number
}

/** Requests per second. @throws {Error} when a response is not 2xx, because the figure would be meaningless */
export async function measureThroughput(target: Target): Promise<number> {
  const { url, headers = {}, body, connections = CONNECTIONS } = target
  const result = await autocannon({
    url,
    connections,
    duration: SECONDS,
    headers: { ...headers },
    ...(body && {
      method: "POST",
      requests: [{ setupRequest: (request: autocannon.Request) => ({ ...request, body: body() }) }],
    }),
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} responses were not 2xx, ${result.errors} requests failed`)
  }
  return result.requests.average
}

/** Alternates both, so that other load on the machine affects both. @returns medians, without the first measurement */
export async function measureRatio(ours: () => Promise<number>, bare: () => Promise<number>) {
  await bare()
  await ours()
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

export function percentile(values: readonly number[], percent: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length * percent) / 100)] ?? Number.NaN
}
