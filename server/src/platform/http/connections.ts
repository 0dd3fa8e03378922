import type { Server } from "node:http"
import type { Socket } from "node:net"

const CHECK_MS = 50
/** How long a request that is on its way has to arrive. */
const GRACE_MS = 2000

/**
 * Tracks the connections of a server. `end`, called once the server accepts no more connections, closes those without a
 * pending response: idle ones at once, and those without a complete request after `GRACE_MS`. Browsers open connections
 * ahead of need, and a phone that loses its network never finishes its request: Node counts neither as idle and would
 * wait for them.
 */
export function connectionsOf(server: Server): { end(): void } {
  const open = new Set<Socket>()
  const pending = new WeakMap<Socket, number>()
  const count = (socket: Socket, change: number) => pending.set(socket, (pending.get(socket) ?? 0) + change)
  server.on("connection", (socket) => {
    open.add(socket)
    socket.once("close", () => open.delete(socket))
  })
  server.on("request", ({ socket }, response) => {
    count(socket, 1)
    response.once("close", () => count(socket, -1))
  })
  return {
    end() {
      const start = performance.now()
      setInterval(() => {
        // Connections that become idle while the last responses are sent would delay the shutdown.
        server.closeIdleConnections()
        if (performance.now() - start < GRACE_MS) return
        for (const socket of open) if (!pending.get(socket)) socket.destroy()
      }, CHECK_MS).unref()
    },
  }
}
