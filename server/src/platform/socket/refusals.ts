import type { Duplex } from "node:stream"
import type { FastifyInstance } from "fastify"

/** Leaves an upgrade on another path to Vite, which has its own socket in development; otherwise refuses it. */
export function refuseUnlessVite(app: FastifyInstance, stream: Duplex): void {
  if (app.server.listenerCount("upgrade") === 1) refuse(stream, "404 Not Found")
}

/** Answers an upgrade request with a status and closes the connection, even if the client keeps its side open. */
export function refuse(stream: Duplex, status: string): void {
  stream.once("finish", () => stream.destroy())
  stream.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
