import type { Socket } from "node:net"
import type { Connection } from "./connection.ts"
import { columnsOf, cString, errorOf, int32, type Message, message, readMessages } from "./messages.ts"
import { openSocket } from "./probe.ts"
import { scram } from "./scram.ts"

/** One connection for the package's own few statements; applications use a driver. */
export interface Client {
  /**
   * Runs one query or several, one call at a time. Ends the connection when the server is silent for ten seconds.
   * @returns the rows, each column as text.
   * @throws Error with the SQLSTATE as `code`.
   */
  query(sql: string): Promise<string[][]>
  /** Waits until the connection ends, by whichever side. */
  ended(): Promise<void>
  /** Ends the connection and waits, at most five seconds, until the server has forgotten it. */
  close(): Promise<void>
}

const DEADLINE_MS = 10_000
const CLOSE_MS = 5_000
const PROTOCOL = 0x0003_0000

/** @throws Error when the server cannot be reached or refuses; its `code` is the system's or the SQLSTATE. */
export async function openClient(connection: Connection, applicationName: string): Promise<Client> {
  const socket = openSocket(connection)
  // The reader reports errors; without a listener they would end the process.
  socket.on("error", () => {})
  const messages = readMessages(socket)
  const next = async () => (await messages.next()).value ?? fail("the server closed the connection")
  const ended = () => drain(messages)
  const close = async () => {
    socket.setTimeout(CLOSE_MS, () => socket.destroy())
    socket.end(message("X"))
    await ended()
  }
  try {
    await withDeadline(socket, async () => {
      socket.write(startup(connection, applicationName))
      await authenticate(socket, connection, next)
    })
  } catch (error) {
    socket.destroy()
    throw error
  }
  return { query: (sql) => withDeadline(socket, () => simpleQuery(socket, sql, next)), ended, close }
}

async function withDeadline<T>(socket: Socket, work: () => Promise<T>): Promise<T> {
  const expire = () => socket.destroy(new Error("the server does not answer"))
  socket.setTimeout(DEADLINE_MS, expire)
  try {
    return await work()
  } finally {
    socket.setTimeout(0, expire)
  }
}

function startup({ user, database }: Connection, applicationName: string): Buffer {
  const parameters = { user, database, application_name: applicationName, statement_timeout: "5000" }
  return message("", int32(PROTOCOL), ...Object.entries(parameters).flat().map(cString), Buffer.alloc(1))
}

type Next = () => Promise<Message>

async function authenticate(socket: Socket, connection: Connection, next: Next): Promise<void> {
  const exchange = "password" in connection ? scram(connection.user, connection.password) : undefined
  for (;;) {
    const { type, body } = await next()
    if (type === "E") throw errorOf(body)
    if (type === "Z") return
    if (type !== "R") continue
    const method = body.readInt32BE(0)
    if (method === AUTHENTICATION.ok) continue
    if (!exchange) fail("the server asks for a password")
    const data = body.toString("utf8", 4)
    if (method === AUTHENTICATION.sasl) {
      const first = Buffer.from(`n,,${exchange.first}`)
      socket.write(message("p", cString("SCRAM-SHA-256"), int32(first.length), first))
    } else if (method === AUTHENTICATION.saslContinue) socket.write(message("p", Buffer.from(exchange.final(data))))
    else if (method === AUTHENTICATION.saslFinal) exchange.verify(data)
    else fail(`the server asks for authentication ${method}`)
  }
}

/** https://www.postgresql.org/docs/18/protocol-message-formats.html */
const AUTHENTICATION = { ok: 0, sasl: 10, saslContinue: 11, saslFinal: 12 }

async function simpleQuery(socket: Socket, sql: string, next: Next): Promise<string[][]> {
  socket.write(message("Q", cString(sql)))
  const rows: string[][] = []
  let error: Error | undefined
  for (;;) {
    const { type, body } = await next()
    if (type === "D") rows.push(columnsOf(body))
    if (type === "E") error = errorOf(body)
    if (type !== "Z") continue
    if (error) throw error
    return rows
  }
}

/** Reading to the end is also what makes the socket notice the end. */
async function drain(messages: AsyncGenerator<Message, undefined>): Promise<void> {
  let isOpen = true
  // A connection that breaks has ended as well.
  while (isOpen) isOpen = !(await messages.next().catch(() => ({ done: true }))).done
}

function fail(reason: string): never {
  throw new Error(reason)
}
