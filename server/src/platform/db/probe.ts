import { type Client, type ClientConfig, DatabaseError } from "pg"
import type { Hosts } from "./hosts.ts"

const CONNECT_MS = 4_000

/** Tries a new connection, to tell a slow server from a silent one. Calls at the same time share one. */
export function createProbe(
  hosts: Pick<Hosts, "tryEach">,
  Client: new (config: ClientConfig) => Client,
): () => Promise<boolean> {
  let pending: Promise<boolean> | undefined
  const probe = () =>
    hosts
      .tryEach(() => connectOnce(new Client({ connectionTimeoutMillis: CONNECT_MS })))
      .then(
        () => true,
        (error) => error instanceof DatabaseError,
      )
  return () => {
    pending ??= probe().finally(() => (pending = undefined))
    return pending
  }
}

async function connectOnce(client: Client): Promise<void> {
  client.on("error", () => undefined)
  await client.connect()
  void client.end()
}
