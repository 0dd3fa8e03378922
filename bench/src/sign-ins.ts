import { Agent, get } from "node:http"
import { availableParallelism } from "node:os"
import { setTimeout as sleep } from "node:timers/promises"
import { hash } from "@node-rs/argon2"
import autocannon from "autocannon"
import { percentile } from "./load.ts"

const READS = 800
const PAUSE_MS = 4
const SECONDS = 3
/** As many as the product hashes at once; and no more callers than may wait for it, so that none is turned away. */
const AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1))
const [CALLERS, CROWD] = [16, 100]
const ADA = { usernameOrEmail: "bench", password: "anba pye mango a" }
/** The product's own cost (server/src/platform/passwords.ts). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** @returns the cookie of a browser that is known from now on: a sign-in from a new one also sends a letter */
export async function registerAda(url: string): Promise<string> {
  const person = { firstName: "Ada", lastName: "Bench", username: ADA.usernameOrEmail, email: "bench@example.org" }
  const answer = await fetch(`${url}/api/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...person, password: ADA.password, loginProvider: "haitech" }),
  })
  if (answer.status !== 201) throw new Error(`registering answered ${answer.status}`)
  const device = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("device="))
  return device?.split(";")[0] ?? ""
}

/** Sign-ins per second. */
export async function signIns(url: string, device: string): Promise<number> {
  const { non2xx, requests } = await knock(url, device, CALLERS)
  if (non2xx > 0) throw new Error(`${non2xx} sign-ins were turned away`)
  return requests.average
}

/** Hashes per second of the bare library, as many at once as the product's. */
export async function bareHashes(): Promise<number> {
  const until = performance.now() + SECONDS * 1000
  let done = 0
  const work = async () => {
    for (; performance.now() < until; done++) await hash(ADA.password, COST)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return done / SECONDS
}

/** The 99th percentile of a read's time, in ms, while a crowd signs in. */
export async function readAmidCrowd(url: string, device: string, read: string): Promise<number> {
  const crowd = knock(url, device, CROWD)
  await sleep(200)
  const p99 = await readAlone(read)
  await crowd
  return p99
}

/** The same on an idle server. */
export async function readAlone(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (let read = 0; read < READS; read++) {
    const began = performance.now()
    await answered(url, agent)
    times.push(performance.now() - began)
    await sleep(PAUSE_MS)
  }
  agent.destroy()
  return percentile(times, 99)
}

function answered(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`))
      answer.on("end", resolve).resume()
    }).on("error", reject)
  })
}

function knock(url: string, cookie: string, connections: number) {
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
