import { once } from "node:events"
import { type AddressInfo, createConnection, createServer, type Socket } from "node:net"
import { onTestFinished } from "vitest"
import type { Where } from "./connection.ts"

/** A line to a database server that a test can cut, choke and mend: a TCP proxy. */
export interface Line {
  /** The same database, by this line. */
  readonly where: string
  /** Every connection breaks at once; new ones come through. */
  cut(): void
  /** Connections stand and are accepted, and carry nothing: a server that hangs. */
  choke(): void
  /** What was held back goes on. */
  mend(): void
  /** Connections that stand. */
  count(): number
}

export async function openTcpProxy(where: Where): Promise<Line> {
  const pairs = new Set<readonly [near: Socket, far: Socket]>()
  /** What a choked line holds back; undefined while it carries. */
  let held: (() => void)[] | undefined
  const carry = (from: Socket, to: Socket) =>
    from.on("data", (bytes) => {
      if (held) held.push(() => to.write(bytes))
      else to.write(bytes)
    })
  const server = createServer((near) => {
    const pair = [near, createConnection(endOf(where))] as const
    pairs.add(pair)
    carry(...pair)
    carry(pair[1], near)
    for (const socket of pair) {
      socket.on("error", () => undefined)
      socket.on("close", () => {
        for (const end of pair) end.destroy()
        pairs.delete(pair)
      })
    }
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const cut = () => {
    for (const [near, far] of pairs) {
      near.resetAndDestroy()
      far.destroy()
    }
  }
  onTestFinished(() => {
    cut()
    server.close()
  })
  return {
    where: through(where, (server.address() as AddressInfo).port),
    cut,
    choke() {
      held ??= []
    },
    mend() {
      const waiting = held ?? []
      held = undefined
      for (const go of waiting) go()
    },
    count: () => pairs.size,
  }
}

function endOf(where: Where): { path: string } | { host: string; port: number } {
  if (typeof where !== "string") return where.address
  const { hostname, port } = new URL(where)
  return { host: hostname, port: Number(port || 5432) }
}

function through(where: Where, port: number): string {
  if (typeof where === "string") return Object.assign(new URL(where), { hostname: "127.0.0.1", port: `${port}` }).href
  // By its socket the server lets everybody in who may open it.
  return `postgres://${where.address.user}@127.0.0.1:${port}/${where.address.database}`
}
