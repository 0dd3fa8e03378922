import { dirname } from "node:path"
import { Client, type ClientConfig, types } from "pg"
import { addressesOf, refuseStandby } from "./hosts.ts"
import { DatabaseUnusableError } from "./unusable.ts"

export type Address = { user: string; database: string } & (
  | { path: string }
  | { host: string; port: number; password: string }
)
export type Where = string | { readonly address: Address }

/** Session settings by their PostgreSQL names; times in milliseconds. */
export interface SessionSettings {
  readonly [name: string]: number | string
}

const DEFAULT_SETTINGS: SessionSettings = { TimeZone: "UTC", idle_in_transaction_session_timeout: 30_000 }
/** Of the connections that serve requests: no statement and no lock takes longer. */
export const POOL_SETTINGS: SessionSettings = { ...DEFAULT_SETTINGS, statement_timeout: 15_000, lock_timeout: 5_000 }
const CONNECT_MS = 10_000
const KEEPALIVE_DELAY_MS = 10_000
const CLOSE_MS = 1_000

/** Opens a connection to the primary, outside the pool; `settings` is null through a pooler. @throws DatabaseUnusableError when the address is invalid */
export async function connect(
  where: Where,
  settings: SessionSettings | null = {},
  config: Pick<ClientConfig, "application_name" | "connectionTimeoutMillis"> = {},
): Promise<Client> {
  let failure: unknown
  for (const host of configsOf(where, settings)) {
    const client = newClient({ ...host, ...config })
    // Without a listener the error of a lost connection would end the process.
    client.on("error", () => {})
    if (settings) refuseStandby(client)
    try {
      await client.connect()
      return client
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/** Closes a connection, even if the server does not respond. */
export async function disconnect(client: Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), CLOSE_MS)
  await client.end()
  clearTimeout(timer)
}

/** One for each host. A pooler gives its connections their settings, so `settings` is null. */
export function configsOf(where: Where, settings: SessionSettings | null): [ClientConfig, ...ClientConfig[]] {
  const options = settings && optionsOf({ ...DEFAULT_SETTINGS, ...settings })
  const config = {
    application_name: "haitech",
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_DELAY_MS,
    types: TYPES,
    ...(options && { options }),
  }
  if (typeof where !== "string") return [{ ...config, ...endpoint(where.address) }]
  const [first, ...others] = addressesOf(where)
  const at = (url: string) => ({ ...config, connectionString: connectionString(url, options) })
  return [at(first), ...others.map(at)]
}

/** PgBouncer accepts these settings in `options` and refuses them as startup parameters. */
function optionsOf(settings: SessionSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ")
}

function endpoint(address: Address): ClientConfig {
  if (!("path" in address)) return { ...address, ssl: false }
  // node-postgres needs the folder of a unix socket, and derives the name of the socket from the port.
  return { user: address.user, database: address.database, host: dirname(address.path), port: 5432, ssl: false }
}

/** In node-postgres the parameters of the URL override every other setting, so ours are added to the URL. */
function connectionString(url: string, options: string | null): string {
  if (!URL.canParse(url)) throw new DatabaseUnusableError(INVALID_URL)
  const ssl = new URL(url).searchParams.get("ssl")
  if (ssl !== null && !/^(true|false|0|1|no-verify)$/.test(ssl)) throw new DatabaseUnusableError(INVALID_SSL)
  return (
    url
      .replace(/(?<=[?&]options=)/, options ? `${options.replaceAll(" ", "+")}+` : "")
      // Today all these modes verify the certificate; the driver's next major version verifies with the last one only.
      .replace(/(?<=[?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, "verify-full")
  )
}

const INVALID_URL = "DATABASE_URL is not an address (postgres://user@host/name)."
const INVALID_SSL = "DATABASE_URL: ssl must be true or false; see sslmode."

/** The driver's own error about an address may quote it with the password. */
function newClient(config: ClientConfig): Client {
  try {
    return new Client(config)
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    throw new DatabaseUnusableError(
      path ? `DATABASE_URL names a file that cannot be read: ${code} at ${path}` : INVALID_URL,
    )
  }
}

/** Parses timestamptz to a Date; date, time, timestamp and interval stay text. */
const TYPES: NonNullable<ClientConfig["types"]> = {
  getTypeParser(id: number, format?: "text" | "binary") {
    if (id === types.builtins.TIMESTAMPTZ) return (text: string) => new Date(text)
    return TEXT_TYPES.has(id) ? (text: string) => text : types.getTypeParser(id, format)
  },
} as NonNullable<ClientConfig["types"]>

const { DATE, TIME, TIMESTAMP, INTERVAL } = types.builtins
const TEXT_TYPES: ReadonlySet<number> = new Set([DATE, TIME, TIMESTAMP, INTERVAL])
