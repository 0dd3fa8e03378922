import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net"

/** A line to a server that a test can cut, choke and mend: a TCP proxy with an address that stays. */
export interface TcpProxy {
  readonly url: string
  /** Where it leads from now on: to a URL, or the path of a unix socket. */
  lead(to: string): void
  /** Every connection breaks at once; new ones come through. */
  cut(): void
  /** Connections stand and carry nothing, as on a phone behind a hill; nothing is lost when it is mended in time. */
  choke(): void
  mend(): void
  close(): Promise<void>
}

/** Opens a line that leads nowhere yet. */
export async function openTcpProxy(): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let target = addressOf("http://127.0.0.1:1")
  let isChoked = false
  const server: Server = createServer((near) => {
    const far = connect(target)
    const pair = [near, far] as const
    pairs.add(pair)
    if (!isChoked) join(pair)
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
    lead(to) {
      target = addressOf(to)
    },
    cut() {
      for (const [near, far] of pairs) {
        near.resetAndDestroy()
        far.destroy()
      }
    },
    choke() {
      isChoked = true
      for (const pair of pairs) for (const socket of pair) socket.unpipe().pause()
    },
    mend() {
      isChoked = false
      for (const pair of pairs) join(pair)
    },
    close() {
      for (const [near, far] of pairs) {
        near.destroy()
        far.destroy()
      }
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function addressOf(to: string): { path: string } | { port: number; host: string } {
  if (to.startsWith("/")) return { path: to }
  const { port, hostname } = new URL(to)
  return { port: Number(port), host: hostname }
}

function join([near, far]: readonly [Socket, Socket]): void {
  near.pipe(far)
  far.pipe(near)
}
