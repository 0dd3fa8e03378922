import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { SMTPServer } from "smtp-server"
import { expect, onTestFinished, test } from "vitest"
import { certificateFinding, checkSite } from "./check.ts"

async function openSite(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test("the product answers at its address, or something else does, or nobody", async () => {
  const ours = await openSite((_request, response) => response.end('{"status":"live"}'))
  expect(await checkSite(ours)).toEqual([{ code: "site_answers", values: { host: new URL(ours).host } }])
  const other = await openSite((_request, response) => response.end("<!doctype html>"))
  expect(await checkSite(other)).toEqual([
    { code: "site_foreign", values: { host: new URL(other).host, status: "200" } },
  ])
  expect(await checkSite("http://127.0.0.1:65001")).toEqual([
    { code: "site_silent", values: { host: "127.0.0.1:65001", reason: "ECONNREFUSED" } },
  ])
})

test("a certificate that nobody trusts is refused, with the reason", async () => {
  // Comes with a self-signed certificate.
  const server = new SMTPServer({ secure: true, logger: false })
  server.on("error", () => undefined)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => new Promise((resolve) => server.close(resolve)))
  const found = await checkSite(`https://localhost:${(server.server.address() as AddressInfo).port}`)
  expect(found.map(({ code }) => code)).toEqual(["site_silent", "certificate_refused"])
  expect(found[1]?.values).toEqual({ host: "localhost", reason: expect.stringMatching(/^[A-Z_]+$/) })
})

test("a certificate that ends within two weeks should have been renewed", () => {
  const now = Date.parse("2026-11-25T12:00:00Z")
  const after = (days: number) =>
    certificateFinding("example.org", { endsAt: now + days * 86_400_000, refusal: undefined }, now)
  expect(after(14)).toEqual({ code: "certificate_valid", values: { host: "example.org", days: "14" } })
  expect(after(13.9)).toEqual({ code: "certificate_ends", values: { host: "example.org", days: "13" } })
})
