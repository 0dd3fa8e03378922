import { runCommand, withDatabase } from "./command.ts"
import { readConfig } from "./config.ts"
import { resetFactorsAsOperator } from "./features/factors/service/reset.ts"
import { openDb } from "./platform/db/client.ts"
import { migrate } from "./platform/db/migrate.ts"

/** For an administrator who lost everything, and has no colleague: `npm run reset-second-factor -- <user name>`. */
const [login] = process.argv.slice(2)
if (!login) {
  console.error("Name the administrator: npm run reset-second-factor -- <user name or email address>")
  process.exit(2)
}
await runCommand(() => reset(login))

async function reset(name: string): Promise<void> {
  const user = await withDatabase(readConfig(), async (where) => {
    await migrate(where)
    const database = openDb(where)
    try {
      return await resetFactorsAsOperator(database.db, name)
    } finally {
      await database.close()
    }
  })
  if (!user) process.exitCode = 1
  console.log(
    user
      ? `${user.email} signs in with the password alone now, and gets an email about it.`
      : `No administrator with a second factor is called ${name}.`,
  )
}
