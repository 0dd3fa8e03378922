import { type Agent, request } from "node:http"
import { percentile } from "./load.ts"

const [ROUNDS, REQUESTS, WARM_UP] = [3, 200, 20]

interface Growth {
  readonly ratio: number
  /** Milliseconds. */
  readonly small: number
  readonly large: number
}

/**
 * The p99 of a request to a large product against a small one, of two functions that return milliseconds: the median of
 * the rounds' ratios. Alternates request by request, so that other load on the machine affects both.
 */
export async function measureGrowthOf(small: () => Promise<number>, large: () => Promise<number>): Promise<Growth> {
  const pair = async () => ({ small: await small(), large: await large() })
  for (let count = 0; count < WARM_UP; count++) await pair()
  const rounds: Growth[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const times: Awaited<ReturnType<typeof pair>>[] = []
    for (let count = 0; count < REQUESTS; count++) times.push(await pair())
    const p99 = (of: "small" | "large") =>
      percentile(
        times.map((time) => time[of]),
        99,
      )
    rounds.push({ ratio: p99("large") / p99("small"), small: p99("small"), large: p99("large") })
  }
  const [median] = rounds.sort((a, b) => a.ratio - b.ratio).slice(Math.floor(ROUNDS / 2))
  if (!median) throw new Error("there were no rounds")
  return median
}

interface Timed {
  readonly agent: Agent
  readonly cookie: string
  /** Sent by POST, as JSON. */
  readonly body?: object
}

/** @returns milliseconds until the whole response is read */
export function timeRequest(url: string, { agent, cookie, body }: Timed): Promise<number> {
  const headers = { cookie, origin: new URL(url).origin, ...(body && { "content-type": "application/json" }) }
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    request(url, { agent, headers, method: body ? "POST" : "GET" }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
      response.on("end", () => resolve(performance.now() - startedAt)).resume()
    })
      .on("error", reject)
      .end(body && JSON.stringify(body))
  })
}

interface ReadRows {
  readonly milliseconds: number
  readonly rows: number
}

/** Reads an export to its end, or until it has had `most` rows. */
export function timeRows(url: string, { agent, cookie }: Timed, most = Number.POSITIVE_INFINITY): Promise<ReadRows> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    let lines = 0
    const finish = () => resolve({ milliseconds: performance.now() - startedAt, rows: lines - 1 })
    request(url, { agent, headers: { cookie } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
      response.on("end", finish).on("error", reject)
      response.on("data", (chunk: Buffer) => {
        lines += countLines(chunk)
        if (lines <= most) return
        finish()
        response.destroy()
      })
    })
      .on("error", reject)
      .end()
  })
}

function countLines(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf("\n"); at >= 0; at = chunk.indexOf("\n", at + 1)) count += 1
  return count
}
