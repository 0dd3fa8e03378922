import { join } from "node:path"
import { readConnection } from "@haitech/embedded-postgres/connection"
import postgres, { type Sql } from "postgres"

/** Opens the embedded database of a running product, to look at its rows. Close it with `end()`. */
export function openRows(dataDir: string): Sql {
  const connection = readConnection(join(dataDir, "postgres"))
  if (!connection) throw new Error("the product has no embedded database")
  return postgres({
    ...connection,
    ...("path" in connection ? { host: "localhost", port: 5432 } : {}),
    max: 1,
    onnotice: () => {},
  })
}
