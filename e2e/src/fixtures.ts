import { test as base, type Page } from "@playwright/test"
import { openDb, type Sql } from "./db.ts"
import { type Mail, readMails } from "./mails.ts"
import { newDataDir, type Product, type Program, removeDataDir, startProduct } from "./product.ts"

interface OfTest {
  /** The mails that were sent so far. */
  readonly mails: () => Mail[]
  /** A reader, and an address, that no other test has; `mark` tells their records from everybody else's. */
  readonly reader: { readonly name: string; readonly email: string; readonly mark: string }
}

interface OfWorker {
  readonly product: Product
  /** The development server, beside the product. It takes its time to start. */
  readonly devServer: Product
  /** The product's own database. */
  readonly sql: Sql
}

/** A test that finds the product running: one per worker, with an empty database at its start. */
export const test = base.extend<OfTest, OfWorker>({
  product: [async ({}, give) => runProgram("main.ts", give), { scope: "worker", timeout: 90_000 }],
  devServer: [async ({}, give) => runProgram("dev.ts", give), { scope: "worker", timeout: 90_000 }],
  sql: [
    async ({ product }, give) => {
      const sql = openDb(product.dataDir)
      await give(sql)
      await sql.end()
    },
    { scope: "worker" },
  ],
  baseURL: async ({ product }, give) => give(product.url),
  page: async ({ page }, give) => {
    holdRouting(page)
    await give(page)
  },
  mails: async ({ product }, give) => give(() => readMails(product.dataDir)),
  reader: async ({}, give) => {
    const id = crypto.randomUUID()
    await give({ name: "Marie-Ange Désir", email: `marie-${id}@example.org`, mark: id.slice(0, 8) })
  },
})

/**
 * Chromium never answers a request that is under way when the last route of a page is taken away. So there is one more
 * from the first route on, for an address nobody asks for. Without any route there is none: routing switches the
 * browser's cache off.
 */
function holdRouting(page: Page): void {
  const route = page.route.bind(page)
  let isHeld = false
  page.route = async (...asked) => {
    if (!isHeld) await page.context().route("**/nobody-asks-for-this", (request) => request.abort())
    isHeld = true
    return route(...asked)
  }
}

async function runProgram(program: Program, give: (product: Product) => Promise<void>): Promise<void> {
  const dataDir = newDataDir()
  const product = await startProduct(dataDir, {}, program)
  await give(product)
  await product.stop()
  removeDataDir(dataDir)
}
