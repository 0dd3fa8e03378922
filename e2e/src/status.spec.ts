import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readConnection } from "@haitech/embedded-postgres/connection"
import { expect, type Page } from "@playwright/test"
import { axe, listTabStops } from "./axe.ts"
import { test } from "./fixtures.ts"
import { type Product, preparedDataDir, removeDataDir, startProduct } from "./product.ts"
import { openTcpProxy, type TcpProxy } from "./tcp-proxy.ts"

/** With its headers it fits into the first packets of a connection. */
const PAGE_BYTES = 5_000

const WIDTHS = [1440, 390, 320]

/** The operator's notice is read again after five seconds. */
const NOTICE_SOON = { timeout: 20_000 }

test("the status page needs no script and no cookie, and is small", async ({ page, context }) => {
  const response = await page.goto("/status")
  expect(response?.headers()).toMatchObject({ "cache-control": "no-store", "content-encoding": "br" })
  expect((await response?.request().sizes())?.responseBodySize).toBeLessThan(PAGE_BYTES)
  expect(await page.locator("script").count()).toBe(0)
  expect(await context.cookies()).toEqual([])
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Everything works")
  await page.getByRole("link", { name: "Español" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Todo funciona")
  expect((await page.request.get("/status/other")).status()).toBe(404)
})

test("a notice of the operator is on the status page, as text", async ({ page, product }) => {
  const files = ["notice.txt", "notice.fr.txt"].map((name) => join(product.dataDir, name))
  writeFileSync(files[0] ?? "", "Planned work <b>tonight</b>.\nUntil 22:00.")
  writeFileSync(files[1] ?? "", `Travaux ${"x".repeat(2000)}`)
  await expect
    .poll(async () => (await (await page.request.get("/status.json")).json()).notice, NOTICE_SOON)
    .toBe("Planned work <b>tonight</b>.\nUntil 22:00.")
  await page.goto("/status")
  const notice = page.getByRole("region", { name: "From our team" })
  await expect(notice).toContainText("Planned work <b>tonight</b>.")
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto("/fr/status")
  await expect(page.getByRole("region", { name: "Un message de notre équipe" })).toContainText("Travaux")
  expect(await overflow(page)).toBe(0)
  for (const file of files) rmSync(file)
  await expect.poll(async () => (await (await page.request.get("/status.json")).json()).notice, NOTICE_SOON).toBeNull()
})

const cutTest = test.extend<{ readonly cut: { readonly proxy: TcpProxy; readonly product: Product } }>({
  cut: async ({ product: host }, provide) => {
    const connection = readConnection(join(host.dataDir, "postgres"))
    if (!connection || !("path" in connection)) throw new Error("the product has no embedded database")
    const proxy = await openTcpProxy()
    proxy.forwardTo(connection.path)
    const url = proxy.url.replace("http://", `postgres://${connection.user}@`)
    const dataDir = preparedDataDir()
    const product = await startProduct(dataDir, { DATABASE_URL: `${url}/${connection.database}` })
    await provide({ proxy, product })
    await product.stop()
    await proxy.close()
    removeDataDir(dataDir)
  },
})

cutTest("without its database the server says so, and when it is back", async ({ page, cut: { proxy, product } }) => {
  test.setTimeout(180_000)
  proxy.stall()
  proxy.resetConnections()
  const response = await page.goto(`${product.url}/fr/blog/00000000-0000-7000-8000-000000000000`)
  expect([response?.status(), response?.headers()["retry-after"]]).toEqual([503, "5"])
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cela ne fonctionne pas pour le moment")
  expect(await page.locator("script").count()).toBe(0)
  await page.getByRole("link", { name: "Voir ce qui fonctionne" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Certaines parties ne fonctionnent pas")
  await page.goto(`${product.url}/status`)
  const rows = page.getByRole("list", { name: "Parts of the site" }).getByRole("listitem")
  await expect(rows.filter({ hasText: "Accounts, forms and progress" })).toContainText(
    /Does not work.*Since .+\(New York time\)/,
  )
  await expect(rows.filter({ hasText: "Pages" })).toContainText("Works in part")
  expect(await axe(page)).toEqual([])
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    expect(await overflow(page), `${width}`).toBe(0)
  }
  const stops = await listTabStops(page)
  expect(stops.filter(({ isVisible, hasRing }) => !isVisible || !hasRing)).toEqual([])
  expect(stops.map(({ name }) => name)).toEqual([
    "HaiTech, home",
    "Check again",
    "English",
    "Français",
    "Kreyòl ayisyen",
    "Español",
  ])
  proxy.resetConnections()
  proxy.resume()
  await expect(async () => {
    await page.getByRole("link", { name: "Check again" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Everything works", { timeout: 1000 })
  }).toPass({ timeout: 60_000 })
})

cutTest("a form without script that meets no database shows the page", async ({ browser, cut: { proxy, product } }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${product.url}/es/contact`)
  proxy.stall()
  proxy.resetConnections()
  const form = page.locator("form").filter({ has: page.locator("[name=subject]") })
  await form.locator("[name=name]").fill("Ada")
  await form.locator("[name=email]").fill("ada@example.org")
  await form.locator("[name=subject]").selectOption({ index: 1 })
  await form.locator("[name=message]").fill("Hola, una pregunta.")
  await form.getByRole("button").click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Esto no funciona por el momento")
  proxy.resume()
  await context.close()
})

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

test("a page that runs into a bug says so, in each language, without script", async ({ page, sql }) => {
  await sql`alter table blog_posts rename to renamed_posts`
  const response = await page.goto("/fr/blog/00000000-0000-7000-8000-000000000000")
  await sql`alter table renamed_posts rename to blog_posts`
  expect(response?.status()).toBe(500)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Quelque chose s’est cassé de notre côté")
  expect(await page.locator("script").count()).toBe(0)
  expect(await axe(page)).toEqual([])
  await page.getByRole("link", { name: "Nous écrire" }).click()
  await expect(page).toHaveURL("/fr/contact")
})
