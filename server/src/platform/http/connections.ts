import type { Server } from "node:http"
import type { Socket } from "node:net"
import type { FastifyInstance } from "fastify"

const CHECK_MS = 50
const GRACE_MS = 2000

/** `end` closes idle connections at once and incomplete requests after `GRACE_MS`: Node would wait for both. */
export function trackConnections(server: Server): { end(): void } {
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
      const timer = setInterval(() => {
        if (!server.listening && open.size === 0) return clearInterval(timer)
        server.closeIdleConnections()
        if (performance.now() - start < GRACE_MS) return
        for (const socket of open) if (!pending.get(socket)) socket.destroy()
      }, CHECK_MS).unref()
    },
  }
}

/** Each response then ends its connection, so that the client's next request goes to another process. */
export function closeConnectionsWhile(isDraining: () => boolean, app: FastifyInstance): void {
  app.addHook("onRequest", (_request, reply, done) => {
    if (isDraining()) reply.header("connection", "close")
    done()
  })
}
