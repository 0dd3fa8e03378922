import { Agent, request } from "node:http"
import type { SentMessage, SocketTarget } from "./listeners.ts"
import {
  type BareServer,
  createAdmin,
  deleteData,
  memoryMb,
  type Product,
  processorSeconds,
  startBare,
  startProduct,
} from "./product.ts"

interface Thread {
  readonly id: string
  readonly cookie: string
}

/** Two server processes on one database, with conversations: the product, or the bare baseline. */
export interface Pair {
  readonly processes: readonly BareServer[]
  readonly threads: readonly Thread[]
  socketTarget(thread: number, process: number, browser?: number): SocketTarget
  /** Sends a message. `turn` alternates between the processes, and between visitor and administrator. */
  sendMessage(thread: number, turn: number): Promise<SentMessage>
  stop(): Promise<void>
}

const CONCURRENCY = 16
/** More than concurrent requests, so that none waits; used in turn, so that the server closes none for being idle. */
const AGENT = { keepAlive: true, maxSockets: 256, scheduling: "fifo" } as const

export interface ProductPair extends Pair {
  readonly dataFolder: string
}

export async function startProductPair(count: number): Promise<ProductPair> {
  const processes = await startTwoProducts()
  const [first] = processes
  const agent = new Agent(AGENT)
  const stop = async () => {
    agent.destroy()
    for (const process of processes) await process.stop()
    deleteData(first)
  }
  try {
    const admin = await createAdmin(first)
    const threads = await createAll(count, (thread) => startThread(processes, thread, agent))
    return {
      processes,
      threads,
      dataFolder: first.dataFolder,
      stop,
      ...productClient(processes, threads, admin, agent),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Both trust the load generator as a proxy, so that it can send each browser's IP address. */
async function startTwoProducts(): Promise<[Product, Product]> {
  const settings = { TRUST_PROXY: "1" }
  const first = await startProduct(undefined, settings)
  try {
    return [first, await startProduct(first.dataFolder, settings)]
  } catch (error) {
    await first.stop()
    deleteData(first)
    throw error
  }
}

function productClient(
  processes: readonly Product[],
  threads: readonly Thread[],
  admin: string,
  agent: Agent,
): Pick<Pair, "socketTarget" | "sendMessage"> {
  const threadOf = (thread: number) => threads[thread % threads.length] as Thread
  return {
    socketTarget(thread, process, browser = thread) {
      const { id, cookie } = threadOf(thread)
      const { url } = processes[process] as Product
      const headers = { origin: url, cookie, "x-forwarded-for": addressOf(browser) }
      return { url: `${url.replace("http", "ws")}/ws`, headers, threadId: id }
    },
    sendMessage(thread, turn) {
      const { id, cookie } = threadOf(thread)
      const { url } = processes[turn % 2] as Product
      const visitor = { cookie, "x-forwarded-for": addressOf(thread) }
      return (turn >> 1) % 2 === 0
        ? timeMessage(id, `${url}/api/chat`, visitor, guestMessage(thread, turn), agent)
        : timeMessage(id, `${url}/api/admin/chat/respond`, { cookie: admin }, { threadId: id, message: TEXT }, agent)
    },
  }
}

export async function startBarePair(dataFolder: string, threads: readonly Thread[]): Promise<Pair> {
  // One after the other, because the first one creates the table.
  const processes = [await startBare("bare-sockets.ts", [dataFolder])]
  processes.push(await startBare("bare-sockets.ts", [dataFolder]))
  const agent = new Agent(AGENT)
  const idOf = (thread: number) => threads[thread % threads.length]?.id ?? ""
  return {
    processes,
    threads,
    socketTarget(thread, process) {
      const threadId = idOf(thread)
      const url = processes[process]?.url.replace("http", "ws")
      return { url: `${url}/?thread=${threadId}`, headers: {}, threadId }
    },
    sendMessage(thread, turn) {
      const threadId = idOf(thread)
      return timeMessage(threadId, processes[turn % 2]?.url ?? "", {}, { threadId, message: TEXT }, agent)
    },
    async stop() {
      agent.destroy()
      await Promise.all(processes.map((process) => process.stop()))
    },
  }
}

/** Resident memory of both processes, in MB. */
export function memoryOf({ processes }: Pair): number {
  return processes.reduce((sum, process) => sum + memoryMb(process), 0)
}

export function processorSecondsOf({ processes }: Pair): number {
  return processes.reduce((sum, process) => sum + processorSeconds(process), 0)
}

const TEXT = "Bonjou! Mwen vle konnen kilè pwochen kou anglè a ap kòmanse, epi kijan pou m enskri."

function guestMessage(thread: number, turn: number) {
  return { name: "Ada", email: `guest-${thread}@example.org`, message: `${TEXT} ${turn}` }
}

async function startThread(processes: readonly Product[], thread: number, agent: Agent): Promise<Thread> {
  const { url } = processes[thread % 2] as Product
  const address = { "x-forwarded-for": addressOf(thread) }
  const { cookies } = await call(`${url}/api/chat`, address, agent, guestMessage(thread, 0))
  const cookie = cookies.map((header) => header.split(";")[0]).join("; ")
  const { body } = await call(`${url}/api/chat/desk`, { ...address, cookie }, agent)
  return { id: String(body["threadId"]), cookie }
}

function addressOf(number: number): string {
  return `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
}

async function timeMessage(
  threadId: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: object,
  agent: Agent,
): Promise<SentMessage> {
  const sentAt = performance.now()
  const response = await call(url, headers, agent, body)
  return { threadId, sequence: Number(response.body["sequence"]), sentAt, respondedAt: performance.now() }
}

interface JsonResponse {
  readonly cookies: readonly string[]
  readonly body: Readonly<Record<string, unknown>>
}

function call(
  url: string,
  headers: Readonly<Record<string, string>>,
  agent: Agent,
  body?: object,
): Promise<JsonResponse> {
  const { origin } = new URL(url)
  const allHeaders = { origin, "sec-fetch-site": "same-origin", ...headers }
  const options = body
    ? { agent, method: "POST", headers: { ...allHeaders, "content-type": "application/json" } }
    : { agent, headers: allHeaders }
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, (response) => {
      const chunks: Buffer[] = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString()
        const { statusCode = 0 } = response
        if (statusCode >= 300) return reject(new Error(`${url}: ${statusCode} ${text}`))
        resolve({ cookies: response.headers["set-cookie"] ?? [], body: JSON.parse(text) })
      })
    })
    outgoing.on("error", reject).end(body && JSON.stringify(body))
  })
}

async function createAll<Item>(count: number, create: (index: number) => Promise<Item>): Promise<Item[]> {
  const items: Item[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const index = next++
      items[index] = await create(index)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return items
}
