import { setTimeout as sleep } from "node:timers/promises"
import { WebSocket } from "ws"

/** A socket to open: where, as whom, and of which thread it is to hear. */
export interface Dial {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly threadId: string
}

/** A message that was answered. Times are in ms. */
export interface Written {
  readonly threadId: string
  readonly sequence: number
  readonly sentAt: number
  readonly answeredAt: number
}

interface Heard {
  readonly socket: number
  readonly told: string
  readonly at: number
}

/** What became of messages at the sockets. */
export interface Deliveries {
  /** To every socket of the message's thread, once. */
  readonly expected: number
  readonly arrived: number
  readonly twice: number
  /** At a socket of another thread, or what nobody wrote. */
  readonly stray: number
  /** When the last one arrived. */
  readonly lastAt: number
  /** From the request to the socket, in ms. */
  readonly times: readonly number[]
  /** From the answer to the socket; nothing where the socket heard first. */
  readonly lags: readonly number[]
}

export interface Listeners {
  /** Waits until what was written has arrived, and what else may come. */
  deliveriesOf(written: readonly Written[]): Promise<Deliveries>
  close(): void
}

const AT_ONCE = 50
const PATIENCE_MS = 10_000
/** What comes twice, or elsewhere, comes soon. */
const QUIET_MS = 250

export async function openListeners(dials: readonly Dial[]): Promise<Listeners> {
  const sockets: WebSocket[] = []
  let heard: Heard[] = []
  for (let from = 0; from < dials.length; from += AT_ONCE) {
    const opening = dials.slice(from, from + AT_ONCE).map(async (dial, at) => {
      const socket = await open(dial)
      socket.on("message", (told) => heard.push({ socket: from + at, told: String(told), at: performance.now() }))
      socket.on("close", (code) => heard.push({ socket: from + at, told: `closed: ${code}`, at: performance.now() }))
      sockets.push(socket)
    })
    await Promise.all(opening)
  }
  return {
    async deliveriesOf(written) {
      const expected = expectedOf(dials, written)
      const until = performance.now() + PATIENCE_MS
      while (heard.length < expected && performance.now() < until) await sleep(10)
      await sleep(QUIET_MS)
      const taken = heard
      heard = []
      return { expected, ...compared(dials, written, taken) }
    },
    close() {
      for (const socket of sockets) socket.removeAllListeners("close").terminate()
    },
  }
}

function open({ url, headers }: Dial): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers, perMessageDeflate: false })
    socket.once("open", () => resolve(socket)).once("error", reject)
  })
}

function expectedOf(dials: readonly Dial[], written: readonly Written[]): number {
  const sockets = Map.groupBy(dials, ({ threadId }) => threadId)
  return written.reduce((sum, { threadId }) => sum + (sockets.get(threadId)?.length ?? 0), 0)
}

function compared(dials: readonly Dial[], written: readonly Written[], heard: readonly Heard[]) {
  const known = new Map(written.map((message) => [`${message.threadId} ${message.sequence}`, message]))
  const seen = new Set<string>()
  const lastAt = heard.at(-1)?.at ?? Number.NaN
  const found = { arrived: 0, twice: 0, stray: 0, lastAt, times: [] as number[], lags: [] as number[] }
  for (const { socket, told, at } of heard) {
    const message = messageIn(told)
    const name = `${message?.threadId} ${message?.sequence}`
    const sent = known.get(name)
    if (!sent || sent.threadId !== dials[socket]?.threadId) found.stray += 1
    else if (seen.has(`${socket} ${name}`)) found.twice += 1
    else {
      seen.add(`${socket} ${name}`)
      found.arrived += 1
      found.times.push(at - sent.sentAt)
      found.lags.push(Math.max(0, at - sent.answeredAt))
    }
  }
  return found
}

function messageIn(told: string): { threadId: string; sequence: number } | undefined {
  return told.startsWith("{") ? JSON.parse(told) : undefined
}
