import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { connect, disconnect, type SessionSettings } from "./connection.ts"
import { freshDatabase } from "./testing.ts"
import { openTcpProxy } from "./testing-tcp-proxy.ts"

/** Connects to a fresh database by a URL with these parameters, and returns a function that reads a setting. */
async function connectWith(parameters: string, settings: SessionSettings = {}) {
  const { connection, release } = await freshDatabase()
  onTestFinished(release)
  const { where } = await openTcpProxy(connection)
  const client = await connect(`${where}?${parameters}`, settings)
  onTestFinished(() => disconnect(client))
  return async (name: string) => (await client.query("select current_setting($1) as value", [name])).rows[0]?.value
}

test("settings in the URL override those of the session and keep the others", async () => {
  const settingOf = await connectWith("options=-c%20work_mem%3D7MB%20-c%20lock_timeout%3D3s", {
    statement_timeout: 1_500,
    lock_timeout: 5_000,
  })
  const names = ["work_mem", "lock_timeout", "statement_timeout", "TimeZone", "application_name"]
  const values: unknown[] = []
  for (const name of names) values.push(await settingOf(name))
  expect(values).toEqual(["7MB", "3s", "1500ms", "UTC", "haitech"])
})

test("a password with unescaped characters keeps the session settings", async () => {
  const { connection, release } = await freshDatabase()
  onTestFinished(release)
  if (typeof connection === "string") return
  const { where } = await openTcpProxy(connection)
  const client = await connect(`${where.replace("@", ":50%zz@")}?options=-c+work_mem=7MB`, { lock_timeout: 4_000 })
  onTestFinished(() => disconnect(client))
  const { rows } = await client.query(
    "select current_setting('work_mem') as memory, current_setting('lock_timeout') as lock",
  )
  expect(rows).toEqual([{ memory: "7MB", lock: "4s" }])
})

test.each(["sslmode=require", "sslmode=prefer", "sslmode=verify-ca", "sslmode=verify-full", "ssl=true"])(
  "%s refuses a server without TLS before it sends the user name",
  async (parameters) => {
    const received: Buffer[] = []
    const server = createServer((socket) =>
      socket.on("data", (bytes) => {
        received.push(bytes)
        socket.write("N")
      }),
    ).listen(0, "127.0.0.1")
    onTestFinished(() => void server.close())
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const refused = connect(`postgres://app:hunter2@127.0.0.1:${port}/app?${parameters}`)
    await expect(refused).rejects.toThrow("The server does not support SSL connections")
    // The request for TLS and nothing else (protocol, SSLRequest).
    expect(Buffer.concat(received).toString("hex")).toBe("0000000804d2162f")
  },
)

test.each([
  ["postgres//app:hunter2@db", "DATABASE_URL is not an address (postgres://user@host/name)."],
  ["postgres://app:hunter2%ff@db/app", "DATABASE_URL is not an address (postgres://user@host/name)."],
  ["postgres://app:hunter2@db/app?ssl=require", "DATABASE_URL: ssl must be true or false; see sslmode."],
  [
    "postgres://app:hunter2@db/app?sslmode=verify-full&sslrootcert=/no/such.pem",
    "DATABASE_URL names a file that cannot be read: ENOENT at /no/such.pem",
  ],
])("the unusable URL %s is refused with a one-line message without the password", async (where, message) => {
  await expect(connect(where)).rejects.toMatchObject({ name: "DatabaseUnusableError", message })
})
