import { once } from "node:events"
import { type AddressInfo, createConnection, createServer, type Socket } from "node:net"
import { onTestFinished } from "vitest"
import type { Where } from "./connection.ts"

/** A TCP proxy in front of a database server, whose connections a test can reset, stall and resume. */
export interface TcpProxy {
  readonly where: string
  resetConnections(): void
  /** Keeps and accepts connections but forwards nothing, like a server that hangs. */
  stall(): void
  resume(): void
  count(): number
  /** Refuses connections until `open`, on the same port. */
  close(): Promise<void>
  open(): Promise<void>
}

/** A concurrent test passes its own `onFinished`, because Vitest does not know which of them calls. */
export async function openTcpProxy(
  where: Where,
  onFinished: (close: () => void) => void = onTestFinished,
): Promise<TcpProxy> {
  const pairs = new Set<readonly [client: Socket, upstream: Socket]>()
  let heldBack: (() => void)[] | undefined
  const forward = (from: Socket, to: Socket) =>
    from.on("data", (bytes) => {
      if (heldBack) heldBack.push(() => to.write(bytes))
      else to.write(bytes)
    })
  const server = createServer((client) => {
    const pair = [client, createConnection(targetOf(where))] as const
    pairs.add(pair)
    forward(...pair)
    forward(pair[1], client)
    for (const socket of pair) {
      socket.on("error", () => undefined)
      socket.on("close", () => {
        for (const end of pair) end.destroy()
        pairs.delete(pair)
      })
    }
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const resetConnections = () => {
    for (const [client, upstream] of pairs) {
      client.resetAndDestroy()
      upstream.destroy()
    }
  }
  onFinished(() => {
    resetConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    where: urlAt(where, port),
    resetConnections,
    async close() {
      const closed = once(server, "close")
      server.close()
      resetConnections()
      await closed
    },
    async open() {
      server.listen(port, "127.0.0.1")
      await once(server, "listening")
    },
    stall() {
      heldBack ??= []
    },
    resume() {
      const writes = heldBack ?? []
      heldBack = undefined
      for (const write of writes) write()
    },
    count: () => pairs.size,
  }
}

function targetOf(where: Where): { path: string } | { host: string; port: number } {
  if (typeof where !== "string") return where.address
  const { hostname, port } = new URL(where)
  return { host: hostname, port: Number(port || 5432) }
}

function urlAt(where: Where, port: number): string {
  if (typeof where === "string") return Object.assign(new URL(where), { hostname: "127.0.0.1", port: `${port}` }).href
  // The embedded server needs no password on its unix socket.
  return `postgres://${where.address.user}@127.0.0.1:${port}/${where.address.database}`
}
