import { Agent, get } from "node:http"
import { availableParallelism } from "node:os"
import { setTimeout as sleep } from "node:timers/promises"
import { hash } from "@node-rs/argon2"
import autocannon from "autocannon"
import { percentile } from "./load.ts"

const READS = 800
const PAUSE_MS = 4
const SECONDS = 3
/** The product's concurrency of hashing (server/src/platform/passwords.ts). */
const HASHES_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1))
/** `CALLERS` fit into the product's queue, so that none is refused; `CROWD` does not. */
const [CALLERS, CROWD] = [16, 100]
export const ADA = { usernameOrEmail: "bench", password: "anba pye mango a" }
/** The product's own cost (server/src/platform/passwords.ts). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** @returns the device cookie, because a sign-in from a new device also sends an email */
export async function registerAda(url: string): Promise<string> {
  const user = { firstName: "Ada", lastName: "Bench", username: ADA.usernameOrEmail, email: "bench@example.org" }
  const response = await fetch(`${url}/api/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...user, password: ADA.password, loginProvider: "haitech" }),
  })
  if (response.status !== 201) throw new Error(`the registration responded with ${response.status}`)
  const device = response.headers.getSetCookie().find((cookie) => cookie.startsWith("device="))
  return device?.split(";")[0] ?? ""
}

/** Sign-ins per second. */
export async function measureSignIns(url: string, device: string): Promise<number> {
  const { non2xx, requests } = await signInRepeatedly(url, device, CALLERS)
  if (non2xx > 0) throw new Error(`${non2xx} sign-ins were refused`)
  return requests.average
}

/** Hashes per second of the bare library, with the product's concurrency. */
export async function measureBareHashes(): Promise<number> {
  const deadline = performance.now() + SECONDS * 1000
  let done = 0
  const work = async () => {
    for (; performance.now() < deadline; done++) await hash(ADA.password, COST)
  }
  await Promise.all(Array.from({ length: HASHES_AT_ONCE }, work))
  return done / SECONDS
}

/** The p99 of a read, in ms, during `CROWD` concurrent sign-ins. */
export async function measureReadUnderSignIns(url: string, device: string, read: string): Promise<number> {
  const signIns = signInRepeatedly(url, device, CROWD)
  await sleep(200)
  const p99 = await measureRead(read)
  await signIns
  return p99
}

/** The p99 of a read, in ms. */
export async function measureRead(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (let read = 0; read < READS; read++) {
    const startedAt = performance.now()
    await readOnce(url, agent)
    times.push(performance.now() - startedAt)
    await sleep(PAUSE_MS)
  }
  agent.destroy()
  return percentile(times, 99)
}

function readOnce(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
      response.on("end", resolve).resume()
    }).on("error", reject)
  })
}

function signInRepeatedly(url: string, cookie: string, connections: number) {
  return autocannon({
    url: `${url}/api/auth/login`,
    method: "POST",
    headers: { "content-type": "application/json", origin: url, cookie },
    body: JSON.stringify(ADA),
    connections,
    workers: 1,
    duration: connections === CROWD ? Math.ceil((READS * (PAUSE_MS + 2)) / 1000) : SECONDS,
  })
}
