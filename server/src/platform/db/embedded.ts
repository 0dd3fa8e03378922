import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from "@haitech/embedded-postgres"
import { EmbeddedPostgresError, type Remedy } from "@haitech/embedded-postgres/error"
import type { Address } from "./connection.ts"
import { DatabaseUnusableError } from "./unusable.ts"

export interface Embedded {
  readonly address: Address
  stop(): Promise<void>
}

/** Starts PostgreSQL in `dataDir`, or attaches to a running one. @throws DatabaseUnusableError */
export async function startEmbedded(
  dataDir: string,
  options: Pick<EmbeddedPostgresOptions, "log" | "settings"> = {},
): Promise<Embedded> {
  try {
    const { connection, stop } = await startEmbeddedPostgres({ dataDir, user: "haitech", ...options })
    return { address: connection, stop }
  } catch (error) {
    throw error instanceof EmbeddedPostgresError ? withSettings(error) : error
  }
}

function withSettings({ message, remedies }: EmbeddedPostgresError): DatabaseUnusableError {
  const advice = remedies.map((remedy) => SETTINGS[remedy]).join(" or ")
  return new DatabaseUnusableError(advice ? `${message} You can set ${advice}.` : message)
}

const SETTINGS: Readonly<Record<Remedy, string>> = {
  "other-data-dir": "DATA_DIR to another folder",
  "other-server": "DATABASE_URL to a PostgreSQL",
}
