import type { Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { FastifyInstance } from "fastify"

const CHECK_MS = 50
const GRACE_MS = 2000

export interface Connections {
  /** Closes idle connections at once and incomplete requests after `GRACE_MS`: Node would wait for both. */
  end(): void
  requests(socket?: Socket): number
}

export function trackConnections(server: Server): Connections {
  const open = new Map<Socket, number>()
  let all = 0
  const count = (socket: Socket, change: number) => {
    all += change
    const requests = open.get(socket)
    if (requests !== undefined) open.set(socket, requests + change)
  }
  function onClose(this: ServerResponse) {
    count(this.req.socket, -1)
  }
  server.on("connection", (socket) => {
    open.set(socket, 0)
    socket.once("close", () => open.delete(socket))
  })
  // Before Fastify, whose hooks ask how many there are.
  server.prependListener("request", ({ socket }, response) => {
    count(socket, 1)
    response.on("close", onClose)
  })
  return {
    requests: (socket) => (socket ? (open.get(socket) ?? 0) : all),
    end() {
      const start = performance.now()
      const timer = setInterval(() => {
        if (!server.listening && open.size === 0) return clearInterval(timer)
        server.closeIdleConnections()
        if (performance.now() - start < GRACE_MS) return
        for (const [socket, requests] of open) if (requests === 0) socket.destroy()
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
