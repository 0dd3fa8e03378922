import { join } from "node:path"
import { readConfig } from "./config.ts"
import { resetFactorsAsOperator } from "./features/factors/service/reset.ts"
import { openDb } from "./platform/db/client.ts"
import { startEmbedded } from "./platform/db/embedded.ts"
import { migrate } from "./platform/db/migrate.ts"

/** For an administrator who lost everything, and has no colleague: `npm run reset-second-factor -- <user name>`. */
const [login] = process.argv.slice(2)
if (!login) {
  console.error("Name the administrator: npm run reset-second-factor -- <user name or email address>")
  process.exit(2)
}
const { databaseUrl, dataDir } = readConfig()
// Beside a running server this uses the server's database.
const embedded = databaseUrl ? undefined : await startEmbedded(join(dataDir, "postgres"), { log: console.error })
const where = databaseUrl ?? embedded
if (!where) throw new Error("no database")
await migrate(where)
const database = openDb(where)
const user = await resetFactorsAsOperator(database.db, login)
await database.close()
await embedded?.stop()
console.log(
  user
    ? `${user.email} signs in with the password alone now, and gets an email about it.`
    : `No administrator with a second factor is called ${login}.`,
)
process.exit(user ? 0 : 1)
