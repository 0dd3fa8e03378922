import { connect } from "node:net"
import type { Address } from "#platform/db/connection.ts"

/** Who opens: a PostgreSQL, in whatever state; another program; one that says nothing; or nobody. */
export type Knocked = "postgres" | "stranger" | "silent" | "nobody"

/** Asks for TLS, which every PostgreSQL answers with one letter even before it takes connections. */
export function knock(address: Address): Promise<Knocked> {
  const socket = "path" in address ? connect(address.path) : connect(address.port, address.host)
  return new Promise<Knocked>((resolve) => {
    socket.setTimeout(2_000, () => resolve("silent"))
    socket.once("error", () => resolve("nobody"))
    socket.once("close", () => resolve("silent"))
    socket.once("data", (answer) => resolve(/^[NS]$/.test(answer.toString("latin1")) ? "postgres" : "stranger"))
    socket.once("connect", () => socket.write(SSL_REQUEST))
  }).finally(() => socket.destroy())
}

/** https://www.postgresql.org/docs/18/protocol-message-formats.html */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])
