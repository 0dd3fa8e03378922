import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import postgres, { type Sql } from "postgres"

/** Opens the embedded database of a running product, to look at its rows. Close it with `end()`. */
export function openRows(dataDir: string): Sql {
  const [file] = globSync("**/address.json", { cwd: dataDir })
  if (!file) throw new Error("the product has no embedded database")
  const address = JSON.parse(readFileSync(join(dataDir, file), "utf8"))
  const password = join(dataDir, dirname(file), "password")
  return postgres({
    ...address,
    ...("path" in address ? { host: "localhost", port: 5432 } : {}),
    ...(existsSync(password) ? { password: readFileSync(password, "utf8") } : {}),
    max: 1,
    onnotice: () => {},
  })
}
