import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { openAdmin, openBrowser, openStorage, openVisitor, PageSocket } from "./chat-clients.ts"
import { openDb, openSql, type Sql } from "./db.ts"
import { newDataDir, type Product, removeDataDir, startProduct } from "./product.ts"
import { openTcpProxy, type TcpProxy } from "./tcp-proxy.ts"

const SECOND = process.env["TEST_DATABASE_URL"]
const VISITORS = 4
/** Of each kind so many: fifty in all. */
const FAULTS = { cut: 12, choke: 9, freeze: 9, die: 9, reload: 9, database: 2 } as const
const BETWEEN_MS = 150
const SHORT_MS = 600
const NAMES = ["A", "B"] as const

const dataDir = newDataDir()
const kept: Product[] = []
const settings: Record<string, string> = {}
let lines: TcpProxy[] = []
let servers: Product[] = []
let restarting = Promise.resolve()
let sql: Sql

beforeAll(async () => {
  Object.assign(globalThis, { WebSocket: PageSocket })
  // A page that loses its line says so in its console, some hundred times.
  vi.spyOn(console, "error").mockReturnValue()
  if (SECOND) settings["DATABASE_URL"] = await newDatabase(SECOND)
  // Without another PostgreSQL this one holds the embedded database, and is left alone.
  else kept.push(await startProduct(dataDir))
  lines = await Promise.all(NAMES.map(() => openTcpProxy()))
  servers = await Promise.all(NAMES.map(() => startProduct(dataDir, settings)))
  for (const [at, line] of lines.entries()) line.lead(servers[at]?.url ?? "")
  sql = SECOND ? openSql({ connectionString: settings["DATABASE_URL"] }) : openDb(dataDir)
})
afterAll(async () => {
  await sql.end()
  for (const line of lines) await line.close()
  for (const server of [...servers, ...kept]) await server.stop()
  removeDataDir(dataDir)
})

test("of all that two sides write through fifty faults, everything arrives once, in order, on both sides", async () => {
  const acknowledged = new Set<string>()
  const onAcknowledged = (id: string) => void acknowledged.add(id)
  const urls = lines.map(({ url }) => url)
  const admin = await enterAdmin(urls, onAcknowledged)
  const people = Array.from({ length: VISITORS }, (_, at) => newPerson(`P${at}`, urls, onAcknowledged))
  const writing = new AbortController()
  const writers = [...people.map((person) => writeOn(person, writing.signal)), answerOn(admin, writing.signal)]

  for (const fault of shuffled()) {
    await FAULT[fault](people)
    await sleep(BETWEEN_MS)
    for (const person of people) person.remember()
  }
  writing.abort()
  await restarting
  await Promise.all(writers)

  const isAllSent = () => admin.waiting() === 0 && people.every((person) => person.waiting() === 0)
  await expect.poll(isAllSent, { timeout: 60_000, interval: 200 }).toBe(true)
  const rows = await stored()
  for (const person of people) await expect.poll(() => person.seen(), { timeout: 60_000 }).toEqual(rows.of(person.name))
  expect(rows.threads).toHaveLength(VISITORS)
  for (const { id, messages, numbers } of rows.threads) {
    await expect.poll(() => admin.seen(id), { timeout: 60_000 }).toEqual(messages)
    expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  }
  // Nothing came twice, and nothing was acknowledged or shown as sent that is not there.
  expect(new Set(rows.ids).size).toBe(rows.ids.length)
  expect([...acknowledged].filter((id) => !rows.ids.includes(id))).toEqual([])
  for (const { name, written, shownAsSent } of people) {
    expect(rows.by(name)).toEqual(written)
    expect([...shownAsSent].filter((id) => !rows.ids.includes(id))).toEqual([])
  }
  expect(rows.by("Root").toSorted()).toEqual(admin.written.toSorted())
  expect(rows.ids.length).toBeGreaterThan(100)
  for (const person of people) person.close()
  admin.close()
})

type Person = ReturnType<typeof newPerson>

/** Somebody who chats from a page that may be closed and opened at any moment. */
function newPerson(name: string, urls: readonly string[], onAcknowledged: (id: string) => void) {
  const opened = { browser: openBrowser(urls), storage: openStorage(), onAcknowledged }
  let chat = openVisitor(opened)
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
      await sleep(BETWEEN_MS)
      chat = openVisitor(opened)
    },
    remember() {
      for (const entry of chat.view().entries) {
        if (entry.state === "sent" && entry.message.senderType === "guest")
          shownAsSent.add(entry.message.clientId ?? "")
      }
    },
    waiting: () => chat.view().entries.filter(({ state }) => state !== "sent").length,
    /** All of it, the earlier part too. */
    async seen() {
      await chat.wake()
      for (let more = 0; chat.view().hasEarlier && more < 100; more++) await chat.readEarlier()
      return chat.view().entries.map((entry) => (entry.state === "sent" ? entry.message.message : entry.state))
    },
    close: () => chat.close(),
  }
}

async function writeOn(person: Person, signal: AbortSignal): Promise<void> {
  for (let number = 0; !signal.aborted; number++) {
    person.write(`${person.name} ${number}`)
    await sleep(100 + Math.random() * 300)
  }
}

async function enterAdmin(urls: readonly string[], onAcknowledged: (id: string) => void) {
  const browser = openBrowser(urls)
  const admin = { username: "root", email: "root@example.org", firstName: "Root", lastName: "Louis" }
  await browser.call("POST", "/api/admin/setup", { ...admin, password: "anba pye mango" })
  return { ...openAdmin({ browser, storage: openStorage(), onAcknowledged }), written: [] as string[] }
}

async function answerOn(admin: Awaited<ReturnType<typeof enterAdmin>>, signal: AbortSignal): Promise<void> {
  for (let number = 0; !signal.aborted; number++) {
    await sleep(100 + Math.random() * 200)
    const threads = admin.threads()
    const thread = threads[number % Math.max(threads.length, 1)]
    if (!thread) continue
    admin.written.push(`answer ${number}`)
    void admin.answer(thread, `answer ${number}`)
  }
}

type Fault = keyof typeof FAULTS

const FAULT: Readonly<Record<Fault, (people: readonly Person[]) => Promise<unknown>>> = {
  cut: async () => any(lines).cut(),
  async choke() {
    const line = any(lines)
    line.choke()
    await sleep(SHORT_MS)
    line.mend()
  },
  async freeze() {
    const server = any(servers)
    server.freeze()
    await sleep(SHORT_MS)
    server.thaw()
  },
  async die() {
    // The other one stays; this one comes back while more goes wrong.
    await restarting
    const at = servers.indexOf(any(servers))
    await servers[at]?.die()
    restarting = startProduct(dataDir, settings).then((server) => {
      servers[at] = server
      lines[at]?.lead(server.url)
    })
  },
  reload: (people) => any(people).reload(),
  async database() {
    // Whoever is just starting would give up, and rightly so.
    await restarting
    await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
  },
}

function shuffled(): Fault[] {
  const all = Object.entries(FAULTS).flatMap(([name, times]) => Array<Fault>(times).fill(name as Fault))
  return all
    .map((fault) => [Math.random(), fault] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, fault]) => fault)
}

function any<T>(all: readonly T[]): T {
  return all[Math.floor(Math.random() * all.length)] as T
}

/** What the database holds, in the order of the conversations. */
async function stored() {
  const rows = await sql<{ id: string; thread: string; sequence: number; name: string; message: string }[]>`
    select client_id as id, thread_id as thread, sequence, name, message
    from chat_messages order by thread_id, sequence`
  const threads = [...Map.groupBy(rows, ({ thread }) => thread)].map(([id, own]) => ({
    id,
    names: own.map(({ name }) => name),
    messages: own.map(({ message }) => message),
    numbers: own.map(({ sequence }) => sequence),
  }))
  return {
    ids: rows.map(({ id }) => id),
    threads,
    by: (writer: string) => rows.filter(({ name }) => name === writer).map(({ message }) => message),
    of: (visitor: string) => threads.find(({ names }) => names.includes(visitor))?.messages ?? [],
  }
}

async function newDatabase(url: string): Promise<string> {
  const server = openSql({ connectionString: url })
  const name = `faults_${randomBytes(4).toString("hex")}`
  await server`create database ${server(name)}`
  await server.end()
  const own = new URL(url)
  own.pathname = name
  return own.href
}
