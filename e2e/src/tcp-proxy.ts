import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net"

/** A TCP proxy with a fixed address, whose connections a test can reset, stall and resume. */
export interface TcpProxy {
  readonly url: string
  /** Forwards new connections to a URL, or to the path of a unix socket. */
  forwardTo(target: string): void
  /** Resets every open connection; new connections are forwarded. */
  resetConnections(): void
  /** Keeps connections open but forwards no data until `resume`, as on a phone without signal. No data is lost. */
  stall(): void
  resume(): void
  close(): Promise<void>
}

/** Opens a proxy. Connections fail until the first `forwardTo`. */
export async function openTcpProxy(): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let target = parseAddress("http://127.0.0.1:1")
  let isStalled = false
  const server: Server = createServer((client) => {
    const upstream = connect(target)
    const pair = [client, upstream] as const
    pairs.add(pair)
    if (!isStalled) pipeBoth(pair)
    for (const socket of pair) {
      socket.on("error", () => undefined)
      socket.on("close", () => {
        for (const end of pair) end.destroy()
        pairs.delete(pair)
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    forwardTo(to) {
      target = parseAddress(to)
    },
    resetConnections() {
      for (const [client, upstream] of pairs) {
        client.resetAndDestroy()
        upstream.destroy()
      }
    },
    stall() {
      isStalled = true
      for (const pair of pairs) for (const socket of pair) socket.unpipe().pause()
    },
    resume() {
      isStalled = false
      for (const pair of pairs) pipeBoth(pair)
    },
    close() {
      for (const [client, upstream] of pairs) {
        client.destroy()
        upstream.destroy()
      }
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function parseAddress(target: string): { path: string } | { port: number; host: string } {
  if (target.startsWith("/")) return { path: target }
  const { port, hostname } = new URL(target)
  return { port: Number(port), host: hostname }
}

function pipeBoth([client, upstream]: readonly [Socket, Socket]): void {
  client.pipe(upstream)
  upstream.pipe(client)
}
