// An attacker with many sockets from one address, in a worker thread, so that it does not delay the measurement.
import { request } from "node:http"
import type { Socket } from "node:net"
import { setInterval as every } from "node:timers/promises"
import { parentPort, workerData } from "node:worker_threads"

const { url, sockets } = workerData as { url: string; sockets: number }

/** The frames that a socket sends, masked as by a browser, `perSecond` times or, without it, as fast as possible. */
interface Attack {
  readonly first?: Buffer
  readonly burst: Buffer
  readonly perSecond?: number
  readonly neverReads?: boolean
}

/** First bytes of frames (RFC 6455): a whole text, a ping, a continuation. */
const [TEXT, PING, CONTINUATION] = [0x81, 0x89, 0x00]
const ATTACKS: readonly Attack[] = [
  { burst: frames(TEXT, 1, 10), perSecond: 100 },
  { burst: frames(TEXT, 1, 2000) },
  { first: frames(0x01, 1, 1), burst: frames(CONTINUATION, 1, 2000) },
  { burst: frames(PING, 125, 100), neverReads: true },
]

const counts = { opened: 0, refused: 0, closed: 0 }
for (let number = 0; number < sockets; number++) void attackRepeatedly(ATTACKS[number % ATTACKS.length] as Attack)
for await (const _ of every(100)) parentPort?.postMessage(counts)

async function attackRepeatedly(attack: Attack): Promise<void> {
  for await (const _ of every(1000)) {
    const socket = await openSocket()
    if (!socket) {
      counts.refused += 1
      continue
    }
    counts.opened += 1
    await runAttack(socket, attack)
    counts.closed += 1
  }
}

function openSocket(): Promise<Socket | undefined> {
  const headers = {
    origin: url,
    connection: "upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
    "x-forwarded-for": "203.0.113.7",
  }
  return new Promise((resolve) => {
    const upgrade = request(`${url}/ws`, { headers, agent: false })
    upgrade.on("upgrade", (_response, socket) => resolve(socket as Socket))
    upgrade.on("response", () => resolve(undefined)).on("error", () => resolve(undefined))
    upgrade.end()
  })
}

async function runAttack(socket: Socket, { first, burst, perSecond, neverReads }: Attack): Promise<void> {
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()))
  socket.on("error", () => socket.destroy())
  if (!neverReads) socket.resume()
  if (first) socket.write(first)
  const send = () => {
    while (!socket.destroyed && socket.write(burst));
  }
  const timer = perSecond ? setInterval(() => socket.write(burst), 1000 / perSecond) : undefined
  if (!timer) socket.on("drain", send)
  if (!timer) send()
  await closed
  clearInterval(timer)
}

/** `count` equal frames with `length` bytes of payload each. The mask is zero, which leaves the payload unchanged. */
function frames(firstByte: number, length: number, count: number): Buffer {
  const frame = Buffer.concat([Buffer.from([firstByte, 0x80 | length, 0, 0, 0, 0]), Buffer.alloc(length, "x")])
  return Buffer.concat(Array.from({ length: count }, () => frame))
}
