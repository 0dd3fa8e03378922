// The baseline for live messages: plain node:http, pg and `ws`. Argument: the data folder of a running product.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { json } from "node:stream/consumers"
import { type WebSocket, WebSocketServer } from "ws"
import { openBarePool } from "./database.ts"

const [dataFolder = ""] = process.argv.slice(2)
const pool = openBarePool(dataFolder)
await pool.query(`
  create table if not exists bench_messages (
    thread_id uuid not null, sequence bigint generated always as identity, message text not null,
    primary key (thread_id, sequence)
  )`)

const socketsByThread = new Map<string, Set<WebSocket>>()
const listener = await pool.connect()
listener.on("notification", ({ payload = "" }) => {
  const { threadId } = JSON.parse(payload) as { threadId: string }
  for (const socket of socketsByThread.get(threadId) ?? []) socket.send(payload)
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
  socketsByThread.set(threadId, (socketsByThread.get(threadId) ?? new Set()).add(socket))
})
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port))
process.on("SIGTERM", () => process.exit())
