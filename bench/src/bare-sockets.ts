// The floor for live messages: node:http, the bare driver and `ws`. What is posted is stored, told by NOTIFY to every
// such process, and passed on to the sockets of its thread. Argument: the data folder of a product whose PostgreSQL runs.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { json } from "node:stream/consumers"
import { type WebSocket, WebSocketServer } from "ws"
import { openBare } from "./database.ts"

const [dataFolder = ""] = process.argv.slice(2)
const pool = openBare(dataFolder)
await pool.query(`
  create table if not exists bench_messages (
    thread_id uuid not null, sequence bigint generated always as identity, message text not null,
    primary key (thread_id, sequence)
  )`)

const listeners = new Map<string, Set<WebSocket>>()
const listener = await pool.connect()
listener.on("notification", ({ payload: told = "" }) => {
  const { threadId } = JSON.parse(told) as { threadId: string }
  for (const socket of listeners.get(threadId) ?? []) socket.send(told)
})
await listener.query("listen bench")

const STORE = {
  name: "bench_store",
  text: `
    with stored as (insert into bench_messages (thread_id, message) values ($1, $2) returning thread_id, sequence)
    select sequence::int, pg_notify('bench',
      json_build_object('type', 'new_message', 'threadId', thread_id::text, 'sequence', sequence)::text)
    from stored`,
}
const server = createServer(async (request, response) => {
  const { threadId, message } = (await json(request)) as { threadId: string; message: string }
  const { rows } = await pool.query<{ sequence: number }>({ ...STORE, values: [threadId, message] })
  response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify({ sequence: rows[0]?.sequence }))
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on("connection", (socket, { url = "" }) => {
  const threadId = new URL(url, "http://localhost").searchParams.get("thread") ?? ""
  listeners.set(threadId, (listeners.get(threadId) ?? new Set()).add(socket))
})
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port))
process.on("SIGTERM", () => process.exit())
