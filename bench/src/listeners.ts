import { setTimeout as sleep } from "node:timers/promises"
import { WebSocket } from "ws"

export interface SocketTarget {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly threadId: string
}

/** A message whose request has its response. Times are in ms. */
export interface SentMessage {
  readonly threadId: string
  readonly sequence: number
  readonly sentAt: number
  readonly respondedAt: number
}

interface ReceivedFrame {
  readonly socket: number
  readonly text: string
  readonly at: number
}

export interface Deliveries {
  readonly expected: number
  readonly arrived: number
  readonly duplicates: number
  /** At a socket of another thread, or not sent by the bench. */
  readonly stray: number
  readonly lastAt: number
  /** From the request to the arrival, in ms. */
  readonly times: readonly number[]
  /** From the response to the arrival, in ms; 0 when the socket was first. */
  readonly lags: readonly number[]
}

export interface Listeners {
  /** Waits for the expected frames, and then for late or wrong ones. */
  collectDeliveries(messages: readonly SentMessage[]): Promise<Deliveries>
  close(): void
}

const CONCURRENCY = 50
const TIMEOUT_MS = 10_000
/** How long to wait for duplicate and stray frames. */
const GRACE_MS = 250
const HEARTBEAT = JSON.stringify({ type: "beat" })

export async function openListeners(targets: readonly SocketTarget[]): Promise<Listeners> {
  const sockets: WebSocket[] = []
  let frames: ReceivedFrame[] = []
  for (let first = 0; first < targets.length; first += CONCURRENCY) {
    const opening = targets.slice(first, first + CONCURRENCY).map(async (target, offset) => {
      const receive = (text: string) => frames.push({ socket: first + offset, text, at: performance.now() })
      const socket = await open(target)
      socket.on("message", (data) => {
        const text = String(data)
        if (text !== HEARTBEAT) receive(text)
      })
      socket.on("close", (code) => receive(`closed: ${code}`))
      sockets.push(socket)
    })
    await Promise.all(opening)
  }
  return {
    async collectDeliveries(messages) {
      const expected = countExpected(targets, messages)
      const deadline = performance.now() + TIMEOUT_MS
      while (frames.length < expected && performance.now() < deadline) await sleep(10)
      await sleep(GRACE_MS)
      const received = frames
      frames = []
      return { expected, ...matchDeliveries(targets, messages, received) }
    },
    close() {
      for (const socket of sockets) socket.removeAllListeners("close").terminate()
    },
  }
}

function open({ url, headers }: SocketTarget): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers, perMessageDeflate: false })
    socket.once("open", () => resolve(socket)).once("error", reject)
  })
}

function countExpected(targets: readonly SocketTarget[], messages: readonly SentMessage[]): number {
  const sockets = Map.groupBy(targets, ({ threadId }) => threadId)
  return messages.reduce((sum, { threadId }) => sum + (sockets.get(threadId)?.length ?? 0), 0)
}

function matchDeliveries(
  targets: readonly SocketTarget[],
  messages: readonly SentMessage[],
  frames: readonly ReceivedFrame[],
) {
  const messageByKey = new Map(messages.map((message) => [`${message.threadId} ${message.sequence}`, message]))
  const delivered = new Set<string>()
  const lastAt = frames.at(-1)?.at ?? Number.NaN
  const result = { arrived: 0, duplicates: 0, stray: 0, lastAt, times: [] as number[], lags: [] as number[] }
  for (const { socket, text, at } of frames) {
    const frame = parseFrame(text)
    const key = `${frame?.threadId} ${frame?.sequence}`
    const message = messageByKey.get(key)
    if (!message || message.threadId !== targets[socket]?.threadId) result.stray += 1
    else if (delivered.has(`${socket} ${key}`)) result.duplicates += 1
    else {
      delivered.add(`${socket} ${key}`)
      result.arrived += 1
      result.times.push(at - message.sentAt)
      result.lags.push(Math.max(0, at - message.respondedAt))
    }
  }
  return result
}

function parseFrame(text: string): { threadId: string; sequence: number } | undefined {
  return text.startsWith("{") ? JSON.parse(text) : undefined
}
