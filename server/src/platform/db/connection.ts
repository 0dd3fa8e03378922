import { dirname } from "node:path"
import { Client, type ClientConfig, types } from "pg"
import { DatabaseUnusableError } from "./unusable.ts"

/** Where a server listens: a unix socket (`path`) or a loopback port with a password. */
export type Address = { user: string; database: string } & (
  | { path: string }
  | { host: string; port: number; password: string }
)
/** The database to use: a `postgres://` URL, or a server that this product started itself. */
export type Where = string | { readonly address: Address }

/** Settings of the session by their names in PostgreSQL; times in milliseconds. */
export interface SessionSettings {
  readonly [name: string]: number | string
}

const COMMON: SessionSettings = { TimeZone: "UTC", idle_in_transaction_session_timeout: 30_000 }
const CONNECT_MS = 10_000
const KEEPALIVE_AFTER_MS = 10_000
const GOODBYE_MS = 1_000

/**
 * A connection of its own, for the few who need one. When it is lost, what is sent on it is rejected; nothing else
 * happens.
 * @throws DatabaseUnusableError when the address cannot be understood
 */
export async function connect(
  where: Where,
  settings: SessionSettings = {},
  config: Pick<ClientConfig, "application_name" | "connectionTimeoutMillis"> = {},
): Promise<Client> {
  const client = newClient({ ...configOf(where, settings), ...config })
  // Without a listener the error of a lost connection would end the process.
  client.on("error", () => {})
  await client.connect()
  return client
}

/** Ends a connection, also one whose server does not answer any more. */
export async function disconnect(client: Client): Promise<void> {
  const late = setTimeout(() => client.connection.stream.destroy(), GOODBYE_MS)
  await client.end()
  clearTimeout(late)
}

/** @throws DatabaseUnusableError when the address cannot be understood */
export function configOf(where: Where, settings: SessionSettings): ClientConfig {
  const options = optionsOf({ ...COMMON, ...settings })
  return {
    application_name: "haitech",
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
    types: TYPES,
    options,
    ...(typeof where === "string" ? { connectionString: connectionString(where, options) } : endpoint(where.address)),
  }
}

/** PgBouncer takes these from `options`, and refuses them as parameters of their own. */
function optionsOf(settings: SessionSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ")
}

function endpoint(address: Address): ClientConfig {
  if (!("path" in address)) return { ...address, ssl: false }
  // node-postgres wants the folder of a unix socket, and makes the socket's name from the port.
  return { user: address.user, database: address.database, host: dirname(address.path), port: 5432, ssl: false }
}

/** What node-postgres makes of the URL stands above every other setting, so ours go into it. */
function connectionString(url: string, options: string): string {
  if (!URL.canParse(url)) throw new DatabaseUnusableError(NOT_AN_ADDRESS)
  const ssl = new URL(url).searchParams.get("ssl")
  if (ssl !== null && !/^(true|false|0|1|no-verify)$/.test(ssl)) throw new DatabaseUnusableError(NOT_A_MODE)
  return (
    url
      .replace(/(?<=[?&]options=)/, `${options.replaceAll(" ", "+")}+`)
      // All of these check the certificate today; the driver's next major version checks with the last one only.
      .replace(/(?<=[?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, "verify-full")
  )
}

const NOT_AN_ADDRESS = "DATABASE_URL is not an address (postgres://user@host/name)."
const NOT_A_MODE = "DATABASE_URL: ssl must be true or false; see sslmode."

/** The driver's own complaint about an address may quote it, password and all. */
function newClient(config: ClientConfig): Client {
  try {
    return new Client(config)
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    throw new DatabaseUnusableError(
      path ? `DATABASE_URL names a file that cannot be read: ${code} at ${path}` : NOT_AN_ADDRESS,
    )
  }
}

/** A point in time is a Date; a day, an hour and a time without a zone stay the text that they are. */
const TYPES: NonNullable<ClientConfig["types"]> = {
  getTypeParser(id: number, format?: "text" | "binary") {
    if (id === types.builtins.TIMESTAMPTZ) return (text: string) => new Date(text)
    return AS_TEXT.has(id) ? (text: string) => text : types.getTypeParser(id, format)
  },
} as NonNullable<ClientConfig["types"]>

const { DATE, TIME, TIMESTAMP, INTERVAL } = types.builtins
const AS_TEXT: ReadonlySet<number> = new Set([DATE, TIME, TIMESTAMP, INTERVAL])
