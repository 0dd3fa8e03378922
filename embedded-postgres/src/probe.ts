import { connect } from "node:net"
import type { Endpoint } from "./connection.ts"

export type Listener = "postgres" | "other" | "silent" | "none"

/** PostgreSQL answers the request for TLS with one byte even before it accepts sessions. Waits 2 s. */
export function probe(endpoint: Endpoint): Promise<Listener> {
  const socket = "path" in endpoint ? connect(endpoint.path) : connect(endpoint.port, endpoint.host)
  return new Promise<Listener>((resolve) => {
    socket.setTimeout(2_000, () => resolve("silent"))
    socket.once("error", () => resolve("none"))
    socket.once("close", () => resolve("silent"))
    socket.once("data", (reply) => resolve(/^[NS]$/.test(reply.toString("latin1")) ? "postgres" : "other"))
    socket.once("connect", () => socket.write(SSL_REQUEST))
  }).finally(() => socket.destroy())
}

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])
