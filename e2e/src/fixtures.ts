import { rmSync } from "node:fs"
import { join } from "node:path"
import { test as base, type Page } from "@playwright/test"
import { buildWithNewNames } from "./builds.ts"
import { openDb, type Sql } from "./db.ts"
import { type Email, readEmails } from "./emails.ts"
import { recordFailures } from "./failure-report.ts"
import { type Product, type Program, preparedDataDir, removeDataDir, startProduct } from "./product.ts"
import { openStripe, type Stripe } from "./stripe.ts"

interface TestFixtures {
  /** Reads the emails that the product has sent so far. */
  readonly emails: () => Email[]
  /** A name and an email address for this test; the address and `marker`, a word, are unique, to find its own records. */
  readonly user: { readonly name: string; readonly email: string; readonly marker: string }
}

interface WorkerFixtures {
  readonly product: Product
  /** The development server, which runs beside the product. It starts slowly. */
  readonly devServer: Product
  /** The folder of a build with other names of scripts. */
  readonly newBuild: string
  /** A connection to the product's database. */
  readonly sql: Sql
}

/** A test with a running product: each worker starts one, with an empty database. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  product: [async ({}, provide) => runProgram("dist/main.js", provide), { scope: "worker", timeout: 200_000 }],
  devServer: [async ({}, provide) => runProgram("src/dev.ts", provide), { scope: "worker", timeout: 200_000 }],
  newBuild: [
    async ({}, provide) => {
      const dist = buildWithNewNames()
      await provide(dist)
      rmSync(dist, { recursive: true })
    },
    { scope: "worker" },
  ],
  sql: [
    async ({ product }, provide) => {
      const sql = openDb(product.dataDir)
      await provide(sql)
      await sql.end()
    },
    { scope: "worker" },
  ],
  baseURL: async ({ product }, provide) => provide(product.url),
  page: async ({ page }, provide, test) => {
    keepRoutingEnabled(page)
    const describe = recordFailures(page.context())
    await provide(page)
    if (test.status === test.expectedStatus) return
    for (const message of await describe()) test.errors.push({ message })
  },
  emails: async ({ product }, provide) => provide(() => readEmails(product.dataDir)),
  user: async ({}, provide) => {
    const id = crypto.randomUUID()
    await provide({ name: "Marie-Ange Désir", email: `marie-${id}@example.org`, marker: `m${id.slice(0, 7)}` })
  },
})

/** A test with a product that uses Stripe. */
export const stripeTest = test.extend<object, { readonly stripe: Stripe }>({
  stripe: [
    async ({}, provide) => {
      const stripe = await openStripe()
      await provide(stripe)
      stripe.close()
    },
    { scope: "worker" },
  ],
  product: [
    async ({ stripe }, provide) => runProgram("dist/main.js", provide, stripe.settings),
    { scope: "worker", timeout: 200_000 },
  ],
})

/** A pair of keys that was made for the tests. */
const VAPID = {
  VAPID_PUBLIC_KEY: "BJF2ZlHw3WLYacWUeKkDxuUSthTuz1JKbIvFi5Q0xmhDJrJzdwkvNudI6cSB-6mL6oStEwWo7n9jNi_uh5OndC8",
  VAPID_PRIVATE_KEY: "Gk1CLsyAIEXbCK8K1QtyBPpCbW2SQR1AtxUl5RHYbX8",
  VAPID_SUBJECT: "mailto:hello@example.org",
}

/** A test with a product that sends notifications. */
export const notificationTest = test.extend({
  product: [async ({}, provide) => runProgram("dist/main.js", provide, VAPID), { scope: "worker", timeout: 200_000 }],
})

/** A test with a product that measures every visit. */
export const measuredTest = test.extend({
  product: [
    async ({}, provide) => runProgram("dist/main.js", provide, { WEB_VITALS_SAMPLE: "1" }),
    { scope: "worker", timeout: 200_000 },
  ],
})

const ORGANIZATION = {
  ORGANIZATION_NAME: "HaiTech Inc.",
  ORGANIZATION_ADDRESS: "1 Main Street, Boston, MA 02108",
  ORGANIZATION_EIN: "12-3456789",
  NEWSLETTER_PER_HOUR: "10000",
}

/** A test with a product that sends newsletters, fast. */
export const newsletterTest = test.extend({
  product: [
    async ({}, provide) => runProgram("dist/main.js", provide, ORGANIZATION),
    { scope: "worker", timeout: 200_000 },
  ],
})

/** A public key whose secret key nobody has. */
const BACKUP_RECIPIENT = "age1l0gcrn6zq9q6vxayeezcelpmkfvq9qk5ycvs3v2axh3p77jlqafstpkhuz"

/** A test with a product that makes backups in the folder `backups` of its data folder. */
export const backupTest = test.extend({
  product: [
    async ({}, provide) =>
      runProgram("dist/main.js", provide, (dataDir) => ({ BACKUP_TO: join(dataDir, "backups"), BACKUP_RECIPIENT })),
    { scope: "worker", timeout: 200_000 },
  ],
})

/**
 * Works around Chromium: a pending request never completes when the last route of its page is removed. The first route
 * of a page therefore adds a permanent one, for an unused address, and waits until the page's requests are routed, which
 * is some time after Chromium said so. A page without routes gets none, because routing disables the browser's cache.
 */
function keepRoutingEnabled(page: Page): void {
  const route = page.route.bind(page)
  let isEnabled = false
  page.route = async (...args) => {
    if (!isEnabled) {
      await page.context().route("**/unused-address", (request) => request.fulfill({ status: 204 }))
      if (page.url() !== "about:blank") await page.waitForFunction(isRouted)
    }
    isEnabled = true
    return route(...args)
  }
}

/** Runs in the page. */
async function isRouted(): Promise<boolean> {
  const response = await fetch("/unused-address", { cache: "no-store" })
  return response.status === 204
}

type Settings = Readonly<Record<string, string>>

async function runProgram(
  program: Program,
  provide: (product: Product) => Promise<void>,
  settings: Settings | ((dataDir: string) => Settings) = {},
): Promise<void> {
  const dataDir = preparedDataDir()
  const product = await startProduct(dataDir, typeof settings === "function" ? settings(dataDir) : settings, program)
  await provide(product)
  await product.stop()
  removeDataDir(dataDir)
}
