import type { Duplex } from "node:stream"
import type { FastifyInstance } from "fastify"

/** While developing, Vite has a socket of its own on this server; without it nobody else answers. */
export function elsewhere(app: FastifyInstance, stream: Duplex): void {
  if (app.server.listenerCount("upgrade") === 1) refuse(stream, "404 Not Found")
}

/** Answers a request for a socket with a status, and no socket; nobody holds the connection open after that. */
export function refuse(stream: Duplex, status: string): void {
  stream.once("finish", () => stream.destroy())
  stream.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
