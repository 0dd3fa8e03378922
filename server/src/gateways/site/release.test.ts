import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { checkRelease } from "./release.ts"

async function openForge(body: string): Promise<string> {
  const server = createServer((_request, response) => response.end(body)).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/releases/latest`
}

test.each([
  ["v1.3.0", "1.2.9", true],
  ["1.10.0", "1.9.0", true],
  ["v2.0.0", "1.9.9", true],
  ["v1.2.9", "1.2.9", false],
  ["v1.2.8", "1.2.9", false],
  ["v1.1.10", "1.2.0", false],
])("%s after %s is newer: %s", async (name, current, isNewer) => {
  const found = await checkRelease(await openForge(JSON.stringify({ tag_name: name })), current)
  expect(found).toEqual(isNewer ? [{ code: "release_newer", values: { version: name.replace("v", "") } }] : [])
})

test("without an address nobody is asked, and a strange answer is told", async () => {
  expect(await checkRelease(undefined, "1.0.0")).toEqual([])
  for (const body of ["<!doctype html>", '{"tag_name":"latest"}']) {
    expect((await checkRelease(await openForge(body), "1.0.0"))[0]?.code).toBe("release_unknown")
  }
})
