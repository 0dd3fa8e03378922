import { randomUUID } from "node:crypto"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { parseArgs, styleText } from "node:util"
import { CHECK_AREAS, type CheckArea, type CheckLevel, FINDINGS } from "@haitech/contract/admin/findings"
import type { Finding } from "@haitech/contract/admin/system"
import { checkAll, checkServices, checkSettings } from "./checks.ts"
import { withDatabase } from "./command.ts"
import { type Config, ConfigError, readConfig, withoutEffects } from "./config.ts"
import { sendTestEmail } from "./features/system/jobs.ts"
import { createMail } from "./gateways/mail.ts"
import { isPractice } from "./platform/backup/practice.ts"
import { openDb } from "./platform/db/client.ts"
import { DatabaseUnusableError } from "./platform/db/unusable.ts"
import { waitForDatabase } from "./platform/db/wait.ts"
import { text } from "./platform/messages.ts"
import { finding, reasonOf } from "./platform/system/finding.ts"
import { checkMachine } from "./platform/system/machine.ts"

interface Line {
  readonly area: CheckArea
  readonly level: CheckLevel
  readonly text: string
}

const COLORS = { ok: "green", warning: "yellow", error: "red" } as const
const WIDTH = Math.max(...CHECK_AREAS.map((area) => area.length))

// `npm run doctor`: what the product needs around it, a line each.
const { values: options } = parseArgs({ options: { "test-email": { type: "string" } } })
const lines = await examine(options["test-email"])
for (const { area, level, text: sentence } of lines.toSorted(byArea)) {
  console.log(`${styleText(COLORS[level], level.padEnd(7))}  ${area.padEnd(WIDTH)}  ${sentence}`)
}
const count = (wanted: CheckLevel) => lines.filter(({ level }) => level === wanted).length
console.log(`\nErrors: ${count("error")}. Warnings: ${count("warning")}.`)
process.exit(count("error") > 0 ? 1 : 0)

async function examine(testAddress: string | undefined): Promise<readonly Line[]> {
  try {
    const settings = readConfig()
    const config = isPractice(settings.dataDir) ? withoutEffects(settings) : settings
    return [...(await checkWithDatabase(config)), ...(testAddress ? [await sendTo(testAddress, config)] : [])]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split("\n").map((problem) => ({ area: "settings", level: "error", text: problem }))
  }
}

async function checkWithDatabase(config: Config): Promise<readonly Line[]> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, "postgres"))) {
    return [lineOf(finding("database_new")), ...(await checkWithout(config))]
  }
  try {
    return await withDatabase(config, async (where) => {
      const { pool } = config
      await waitForDatabase(where, { seconds: 0, log: () => undefined, pool })
      const database = openDb(where, pool)
      const found = await checkAll(config, database)
      await database.close()
      return found.map(lineOf)
    })
  } catch (error) {
    if (!(error instanceof DatabaseUnusableError)) throw error
    return [{ area: "database", level: "error", text: error.message }, ...(await checkWithout(config))]
  }
}

async function checkWithout(config: Config): Promise<readonly Line[]> {
  const found = await Promise.all([checkMachine(config.dataDir), checkServices(config)])
  return [...checkSettings(config), ...found.flat()].map(lineOf)
}

async function sendTo(to: string, { mail, site, dataDir }: Config): Promise<Line> {
  const deps = { mail: createMail(mail, site.name, dataDir), site }
  try {
    await sendTestEmail(deps, { to, name: "", language: "en" }, `system.test_email/${randomUUID()}`)
    return { area: "email", level: "ok", text: `A test email is on its way to ${to}.` }
  } catch (error) {
    return { area: "email", level: "error", text: `The test email to ${to} was not sent (${reasonOf(error)}).` }
  }
}

function lineOf({ code, values }: Finding): Line {
  const [area, level] = FINDINGS[code]
  return { area, level, text: text("en", `system.${code}`, values) }
}

function byArea(a: Line, b: Line): number {
  return CHECK_AREAS.indexOf(a.area) - CHECK_AREAS.indexOf(b.area)
}
