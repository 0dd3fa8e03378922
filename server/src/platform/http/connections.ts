import type { Server } from "node:http"
import type { Socket } from "node:net"

const LOOK_MS = 50
/** A question that is on its way has so long to arrive. */
const LAST_WORDS_MS = 2000

/**
 * Gives what ends, once the server takes no more connections, those on which nothing is being answered: at once where
 * an answer has gone out, and a moment later where a question never came. Browsers open connections ahead of need, and
 * a phone that lost its line does not finish its question: Node counts neither as idle, and would wait for them.
 */
export function connectionsOf(server: Server): { end(): void } {
  const open = new Set<Socket>()
  const asked = new WeakMap<Socket, number>()
  const count = (socket: Socket, more: number) => asked.set(socket, (asked.get(socket) ?? 0) + more)
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
      const began = performance.now()
      setInterval(() => {
        // Those that fall idle while the last answers go out would hold the goodbye up.
        server.closeIdleConnections()
        if (performance.now() - began < LAST_WORDS_MS) return
        for (const socket of open) if (!asked.get(socket)) socket.destroy()
      }, LOOK_MS).unref()
    },
  }
}
