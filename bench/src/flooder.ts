// Somebody at one address who wants to do harm by sockets (security DU-08): a worker thread, so that what it costs does
// not delay those who measure. Opens as many as it may, and again a second after one is closed.
import { request } from "node:http"
import type { Socket } from "node:net"
import { setInterval as every } from "node:timers/promises"
import { parentPort, workerData } from "node:worker_threads"

const { url, sockets } = workerData as { url: string; sockets: number }

/** What a socket sends, whole frames as a browser masks them, and how often in a second; as fast as it can, if not said. */
interface Attack {
  readonly first?: Buffer
  readonly burst: Buffer
  readonly perSecond?: number
  /** Takes nothing of what it is told. */
  readonly isDeaf?: boolean
}

const [TEXT, PING, MORE] = [0x81, 0x89, 0x00]
const ATTACKS: readonly Attack[] = [
  { burst: frames(TEXT, 1, 10), perSecond: 100 },
  { burst: frames(TEXT, 1, 2000) },
  { first: frames(0x01, 1, 1), burst: frames(MORE, 1, 2000) },
  { burst: frames(PING, 125, 100), isDeaf: true },
]

/** Sockets that were opened, refused, and closed by the server. */
const counts = { opened: 0, refused: 0, closed: 0 }
for (let number = 0; number < sockets; number++) void again(ATTACKS[number % ATTACKS.length] as Attack)
for await (const _ of every(100)) parentPort?.postMessage(counts)

async function again(attack: Attack): Promise<void> {
  for await (const _ of every(1000)) {
    const socket = await opened()
    if (!socket) {
      counts.refused += 1
      continue
    }
    counts.opened += 1
    await harm(socket, attack)
    counts.closed += 1
  }
}

function opened(): Promise<Socket | undefined> {
  const headers = {
    origin: url,
    connection: "upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
    "x-forwarded-for": "203.0.113.7",
  }
  return new Promise((resolve) => {
    const asked = request(`${url}/ws`, { headers, agent: false })
    asked.on("upgrade", (_answer, socket) => resolve(socket as Socket))
    asked.on("response", () => resolve(undefined)).on("error", () => resolve(undefined))
    asked.end()
  })
}

/** Ends when the server has closed the socket. */
async function harm(socket: Socket, { first, burst, perSecond, isDeaf }: Attack): Promise<void> {
  const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()))
  socket.on("error", () => socket.destroy())
  if (!isDeaf) socket.resume()
  if (first) socket.write(first)
  const send = () => {
    while (!socket.destroyed && socket.write(burst));
  }
  const timer = perSecond ? setInterval(() => socket.write(burst), 1000 / perSecond) : undefined
  if (!timer) socket.on("drain", send)
  if (!timer) send()
  await ended
  clearInterval(timer)
}

/** So many frames in a row, each with so many bytes. The mask is zero, so that the bytes stay what they are. */
function frames(head: number, bytes: number, count: number): Buffer {
  const frame = Buffer.concat([Buffer.from([head, 0x80 | bytes, 0, 0, 0, 0]), Buffer.alloc(bytes, "x")])
  return Buffer.concat(Array.from({ length: count }, () => frame))
}
