import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { createBrowser, createStorage, openAdmin, openVisitor, PageSocket } from "./chat-clients.ts"
import { openDb, openSql, type Sql } from "./db.ts"
import { type Product, preparedDataDir, removeDataDir, startProduct } from "./product.ts"
import { openTcpProxy, type TcpProxy } from "./tcp-proxy.ts"

const EXTERNAL_DATABASE_URL = process.env["TEST_DATABASE_URL"]
const VISITORS = 4
/** How often each fault is injected: fifty in all. */
const FAULT_COUNTS = { reset: 12, stall: 9, suspend: 9, kill: 9, reload: 9, database: 2 } as const
const PAUSE_MS = 150
const FAULT_MS = 600
const SERVER_NAMES = ["A", "B"] as const

const dataDir = preparedDataDir()
const databaseHosts: Product[] = []
const settings: Record<string, string> = {}
let proxies: TcpProxy[] = []
let servers: Product[] = []
let restarting = Promise.resolve()
let sql: Sql

beforeAll(async () => {
  Object.assign(globalThis, { WebSocket: PageSocket })
  // A page logs each lost connection to its console, some hundred times.
  vi.spyOn(console, "error").mockReturnValue()
  if (EXTERNAL_DATABASE_URL) settings["DATABASE_URL"] = await createDatabase(EXTERNAL_DATABASE_URL)
  // Without an external PostgreSQL this process runs the embedded database; no fault is injected into it.
  else databaseHosts.push(await startProduct(dataDir))
  proxies = await Promise.all(SERVER_NAMES.map(() => openTcpProxy()))
  servers = await Promise.all(SERVER_NAMES.map(() => startProduct(dataDir, settings)))
  for (const [index, proxy] of proxies.entries()) proxy.forwardTo(servers[index]?.url ?? "")
  sql = EXTERNAL_DATABASE_URL ? openSql({ connectionString: settings["DATABASE_URL"] }) : openDb(dataDir)
})
afterAll(async () => {
  await sql.end()
  for (const proxy of proxies) await proxy.close()
  for (const server of [...servers, ...databaseHosts]) await server.stop()
  removeDataDir(dataDir)
})

test("during fifty faults every chat message of both sides arrives exactly once and in order", async () => {
  const acknowledged = new Set<string>()
  const onAcknowledged = (id: string) => void acknowledged.add(id)
  const urls = proxies.map(({ url }) => url)
  const admin = await createAdmin(urls, onAcknowledged)
  const visitors = Array.from({ length: VISITORS }, (_, index) => createVisitor(`P${index}`, urls, onAcknowledged))
  const writing = new AbortController()
  const writers = [
    ...visitors.map((visitor) => keepWriting(visitor, writing.signal)),
    keepReplying(admin, writing.signal),
  ]

  for (const fault of shuffleFaults()) {
    await inject[fault](visitors)
    await sleep(PAUSE_MS)
    for (const visitor of visitors) visitor.recordShownAsSent()
  }
  writing.abort()
  await restarting
  await Promise.all(writers)

  const isAllSent = () => admin.countUnsent() === 0 && visitors.every((visitor) => visitor.countUnsent() === 0)
  await expect.poll(isAllSent, { timeout: 60_000, interval: 200 }).toBe(true)
  const rows = await readDatabase()
  for (const visitor of visitors)
    await expect.poll(() => visitor.readAll(), { timeout: 60_000 }).toEqual(rows.conversationOf(visitor.name))
  expect(rows.threads).toHaveLength(VISITORS)
  for (const { id, messages, sequences } of rows.threads) {
    await expect.poll(() => admin.readAll(id), { timeout: 60_000 }).toEqual(messages)
    expect(sequences).toEqual(sequences.map((_, index) => index + 1))
  }
  // No message is stored twice, and every message that was acknowledged or shown as sent is stored.
  expect(new Set(rows.ids).size).toBe(rows.ids.length)
  expect([...acknowledged].filter((id) => !rows.ids.includes(id))).toEqual([])
  for (const { name, written, shownAsSent } of visitors) {
    expect(rows.writtenBy(name)).toEqual(written)
    expect([...shownAsSent].filter((id) => !rows.ids.includes(id))).toEqual([])
  }
  expect(rows.writtenBy("Root").toSorted()).toEqual(admin.written.toSorted())
  expect(rows.ids.length).toBeGreaterThan(100)
  for (const visitor of visitors) visitor.close()
  admin.close()
})

type Visitor = ReturnType<typeof createVisitor>

/** A visitor whose chat page can be closed and opened again at any moment. */
function createVisitor(name: string, urls: readonly string[], onAcknowledged: (id: string) => void) {
  const options = { browser: createBrowser(urls), storage: createStorage(), onAcknowledged }
  let chat = openVisitor(options)
  const written: string[] = []
  const shownAsSent = new Set<string>()
  return {
    name,
    written,
    shownAsSent,
    write(message: string) {
      chat.type("name", name)
      chat.type("message", message)
      expect(chat.send()).toEqual([])
      written.push(message)
    },
    async reload() {
      chat.close()
      await sleep(PAUSE_MS)
      chat = openVisitor(options)
    },
    recordShownAsSent() {
      for (const entry of chat.view().entries) {
        if (entry.state === "sent" && entry.message.senderType === "guest")
          shownAsSent.add(entry.message.clientId ?? "")
      }
    },
    countUnsent: () => chat.view().entries.filter(({ state }) => state !== "sent").length,
    /** Loads the whole conversation; an unsent message is returned as its state. */
    async readAll() {
      await chat.wake()
      for (let page = 0; chat.view().hasEarlier && page < 100; page++) await chat.readEarlier()
      return chat.view().entries.map((entry) => (entry.state === "sent" ? entry.message.message : entry.state))
    },
    close: () => chat.close(),
  }
}

async function keepWriting(visitor: Visitor, signal: AbortSignal): Promise<void> {
  for (let number = 0; !signal.aborted; number++) {
    visitor.write(`${visitor.name} ${number}`)
    await sleep(100 + Math.random() * 300)
  }
}

async function createAdmin(urls: readonly string[], onAcknowledged: (id: string) => void) {
  const browser = createBrowser(urls)
  const admin = { username: "root", email: "root@example.org", firstName: "Root", lastName: "Louis" }
  await browser.call("POST", "/api/admin/setup", { ...admin, password: "anba pye mango" })
  return { ...openAdmin({ browser, storage: createStorage(), onAcknowledged }), written: [] as string[] }
}

async function keepReplying(admin: Awaited<ReturnType<typeof createAdmin>>, signal: AbortSignal): Promise<void> {
  for (let number = 0; !signal.aborted; number++) {
    await sleep(100 + Math.random() * 200)
    const threads = admin.threadIds()
    const thread = threads[number % Math.max(threads.length, 1)]
    if (!thread) continue
    admin.written.push(`answer ${number}`)
    void admin.reply(thread, `answer ${number}`)
  }
}

type Fault = keyof typeof FAULT_COUNTS

const inject: Readonly<Record<Fault, (visitors: readonly Visitor[]) => Promise<unknown>>> = {
  reset: async () => pickRandom(proxies).resetConnections(),
  async stall() {
    const proxy = pickRandom(proxies)
    proxy.stall()
    await sleep(FAULT_MS)
    proxy.resume()
  },
  async suspend() {
    const server = pickRandom(servers)
    server.suspend()
    await sleep(FAULT_MS)
    server.resume()
  },
  async kill() {
    // Only one server is down at a time. It restarts while the next faults are injected.
    await restarting
    const index = servers.indexOf(pickRandom(servers))
    await servers[index]?.killProcess()
    restarting = startProduct(dataDir, settings).then((server) => {
      servers[index] = server
      proxies[index]?.forwardTo(server.url)
    })
  },
  reload: (visitors) => pickRandom(visitors).reload(),
  async database() {
    // A server that loses its database connection while it starts exits, as it should.
    await restarting
    await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
  },
}

function shuffleFaults(): Fault[] {
  const all = Object.entries(FAULT_COUNTS).flatMap(([name, count]) => Array<Fault>(count).fill(name as Fault))
  return all
    .map((fault) => [Math.random(), fault] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, fault]) => fault)
}

function pickRandom<T>(all: readonly T[]): T {
  return all[Math.floor(Math.random() * all.length)] as T
}

/** Reads all stored messages, ordered by thread and sequence. */
async function readDatabase() {
  const rows = await sql<{ id: string; thread: string; sequence: number; name: string; message: string }[]>`
    select client_id as id, thread_id as thread, sequence, name, message
    from chat_messages order by thread_id, sequence`
  const threads = [...Map.groupBy(rows, ({ thread }) => thread)].map(([id, messages]) => ({
    id,
    names: messages.map(({ name }) => name),
    messages: messages.map(({ message }) => message),
    sequences: messages.map(({ sequence }) => sequence),
  }))
  return {
    ids: rows.map(({ id }) => id),
    threads,
    writtenBy: (writer: string) => rows.filter(({ name }) => name === writer).map(({ message }) => message),
    conversationOf: (visitor: string) => threads.find(({ names }) => names.includes(visitor))?.messages ?? [],
  }
}

async function createDatabase(url: string): Promise<string> {
  const server = openSql({ connectionString: url })
  const name = `faults_${randomBytes(4).toString("hex")}`
  await server`create database ${server(name)}`
  await server.end()
  const databaseUrl = new URL(url)
  databaseUrl.pathname = name
  return databaseUrl.href
}
