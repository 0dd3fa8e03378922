import { Agent, request } from "node:http"
import type { Dial, Written } from "./listeners.ts"
import {
  type Bare,
  forget,
  memoryMb,
  type Product,
  processorSeconds,
  setUp,
  startBare,
  startProduct,
} from "./product.ts"

/** A conversation of a guest, whose browser shows the cookie. */
interface Thread {
  readonly id: string
  readonly cookie: string
}

/** Two processes that share a database, and conversations: the product's, or the bare libraries'. */
export interface Pair {
  readonly processes: readonly Bare[]
  readonly threads: readonly Thread[]
  /** A socket of a thread at one of the processes, from the address of one browser or another. */
  dial(thread: number, at: number, browser?: number): Dial
  /** Writes the so manieth message into a thread: in turns at each process, and from both sides. */
  write(thread: number, turn: number): Promise<Written>
  stop(): Promise<void>
}

const AT_ONCE = 16
/** More connections than requests that are under way, or a request would wait here. */
const CONNECTIONS = 256

export interface Products extends Pair {
  readonly dataFolder: string
}

/** Two processes of the product with so many conversations, and an administrator who answers. */
export async function startProducts(count: number): Promise<Products> {
  const processes = await startTwo()
  const [first] = processes
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const stop = async () => {
    agent.destroy()
    for (const process of processes) await process.stop()
    forget(first)
  }
  try {
    const admin = await setUp(first)
    const threads = await each(count, (thread) => begin(processes, thread, agent))
    return { processes, threads, dataFolder: first.dataFolder, stop, ...conversation(processes, threads, admin, agent) }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The trusted proxy is the load generator, which says from which address each of its browsers comes. */
async function startTwo(): Promise<[Product, Product]> {
  const settings = { TRUST_PROXY: "1" }
  const first = await startProduct(undefined, settings)
  try {
    return [first, await startProduct(first.dataFolder, settings)]
  } catch (error) {
    await first.stop()
    forget(first)
    throw error
  }
}

function conversation(
  processes: readonly Product[],
  threads: readonly Thread[],
  admin: string,
  agent: Agent,
): Pick<Pair, "dial" | "write"> {
  const threadOf = (thread: number) => threads[thread % threads.length] as Thread
  return {
    dial(thread, at, browser = thread) {
      const { id, cookie } = threadOf(thread)
      const { url } = processes[at] as Product
      const headers = { origin: url, cookie, "x-forwarded-for": addressOf(browser) }
      return { url: `${url.replace("http", "ws")}/ws`, headers, threadId: id }
    },
    write(thread, turn) {
      const { id, cookie } = threadOf(thread)
      const { url } = processes[turn % 2] as Product
      const visitor = { cookie, "x-forwarded-for": addressOf(thread) }
      return (turn >> 1) % 2 === 0
        ? written(id, `${url}/api/chat`, visitor, said(thread, turn), agent)
        : written(id, `${url}/api/admin/chat/respond`, { cookie: admin }, { threadId: id, message: SAID }, agent)
    },
  }
}

/** The same by the bare libraries, on the database of a product that runs. */
export async function startBares(dataFolder: string, threads: readonly Thread[]): Promise<Pair> {
  // One after the other: the first one makes the table.
  const processes = [await startBare("bare-sockets.ts", [dataFolder])]
  processes.push(await startBare("bare-sockets.ts", [dataFolder]))
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const idOf = (thread: number) => threads[thread % threads.length]?.id ?? ""
  return {
    processes,
    threads,
    dial(thread, at) {
      const threadId = idOf(thread)
      const url = processes[at]?.url.replace("http", "ws")
      return { url: `${url}/?thread=${threadId}`, headers: {}, threadId }
    },
    write(thread, turn) {
      const threadId = idOf(thread)
      return written(threadId, processes[turn % 2]?.url ?? "", {}, { threadId, message: SAID }, agent)
    },
    async stop() {
      agent.destroy()
      await Promise.all(processes.map((process) => process.stop()))
    },
  }
}

/** Resident memory of both, in MB. */
export function memoryOf({ processes }: Pair): number {
  return processes.reduce((sum, process) => sum + memoryMb(process), 0)
}

/** How long both have kept a core busy so far, in seconds. */
export function processorSecondsOf({ processes }: Pair): number {
  return processes.reduce((sum, process) => sum + processorSeconds(process), 0)
}

const SAID = "Bonjou! Mwen vle konnen kilè pwochen kou anglè a ap kòmanse, epi kijan pou m enskri."

function said(thread: number, turn: number) {
  return { name: "Ada", email: `guest-${thread}@example.org`, message: `${SAID} ${turn}` }
}

/** The first message of a guest, after which there is a thread to listen to. */
async function begin(processes: readonly Product[], thread: number, agent: Agent): Promise<Thread> {
  const { url } = processes[thread % 2] as Product
  const address = { "x-forwarded-for": addressOf(thread) }
  const { cookies } = await call(`${url}/api/chat`, address, agent, said(thread, 0))
  const cookie = cookies.map((set) => set.split(";")[0]).join("; ")
  const { body } = await call(`${url}/api/chat/desk`, { ...address, cookie }, agent)
  return { id: String(body["threadId"]), cookie }
}

function addressOf(number: number): string {
  return `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
}

async function written(
  threadId: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: object,
  agent: Agent,
): Promise<Written> {
  const sentAt = performance.now()
  const answer = await call(url, headers, agent, body)
  return { threadId, sequence: Number(answer.body["sequence"]), sentAt, answeredAt: performance.now() }
}

interface Answered {
  readonly cookies: readonly string[]
  readonly body: Readonly<Record<string, unknown>>
}

/** @throws {Error} when the answer is not 2xx */
function call(url: string, headers: Readonly<Record<string, string>>, agent: Agent, body?: object): Promise<Answered> {
  const { origin } = new URL(url)
  const sent = { origin, "sec-fetch-site": "same-origin", ...headers }
  const options = body
    ? { agent, method: "POST", headers: { ...sent, "content-type": "application/json" } }
    : { agent, headers: sent }
  return new Promise((resolve, reject) => {
    const asked = request(url, options, (answer) => {
      const parts: Buffer[] = []
      answer.on("data", (part: Buffer) => parts.push(part))
      answer.on("end", () => {
        const text = Buffer.concat(parts).toString()
        const { statusCode = 0 } = answer
        if (statusCode >= 300) return reject(new Error(`${url}: ${statusCode} ${text}`))
        resolve({ cookies: answer.headers["set-cookie"] ?? [], body: JSON.parse(text) })
      })
    })
    asked.on("error", reject).end(body && JSON.stringify(body))
  })
}

async function each<Made>(count: number, make: (number: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const number = next++
      made[number] = await make(number)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return made
}
