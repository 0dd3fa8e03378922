import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect } from "@playwright/test"
import { test } from "./fixtures.ts"
import { hostilePrograms } from "./hostile-programs.ts"
import { openRunner } from "./programs.ts"

const OWN_FILES = /^\/(assets|run|fonts|fragments|learn)\//

test("no program reaches a server, the page, its cookies or its storage, and each one ends", async ({
  page,
  product,
}) => {
  const seen: string[] = []
  const foreign = createServer((request, reply) => {
    seen.push(request.url ?? "")
    reply.end()
  })
  await new Promise<void>((resolve) => void foreign.listen(0, "127.0.0.1", resolve))
  const { port } = foreign.address() as AddressInfo
  const run = await openRunner(page)
  await page.evaluate(() => localStorage.setItem("secret", "1"))
  const replies: string[] = []
  page.context().on("response", (reply) => {
    const { origin, pathname } = new URL(reply.url())
    // The addresses of blobs are "blob:null/…".
    if (origin === new URL(product.url).origin) replies.push(pathname)
  })

  const escaped: string[] = []
  const ends: Record<string, string> = {}
  for (const [name, language, source] of hostilePrograms({ foreign: `http://127.0.0.1:${port}`, own: product.url })) {
    const { end, output } = await run(language, { source, input: [] }, 1500)
    ends[name] = end
    if (output.some(({ text }) => text.includes("ESCAPED"))) escaped.push(name)
  }

  expect(escaped).toEqual([])
  expect(seen).toEqual([])
  expect(replies.filter((path) => !OWN_FILES.test(path))).toEqual([])
  expect(ends).toMatchObject({
    "javascript: endless loop": "time",
    "javascript: prints without end": "output",
    "python: endless loop": "time",
    "html: endless loop": "time",
    "html: endless loop of promises": "time",
  })
  expect(await page.evaluate(() => [document.title !== "", localStorage.getItem("secret")])).toEqual([true, "1"])
  expect((await run("python", { source: "print(1 + 1)", input: [] })).output).toEqual([{ kind: "print", text: "2\n" }])
  foreign.close()
})
