import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { expect, onTestFinished, test } from "vitest"
import { PermanentFailure } from "#platform/jobs/permanent-failure.ts"
import { checkCdn } from "./cdn/check.ts"
import { requestedCdn } from "./cdn.ts"

const HEADERS = { authorization: "Bearer canary", "content-type": "application/json" }

interface Received {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly authorization: string | undefined
  readonly type: string | undefined
  readonly body: string
}

async function openCdn(respond: (response: ServerResponse) => void) {
  const received: Received[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    const { method, url, headers } = request
    received.push({
      method,
      url,
      authorization: headers.authorization,
      type: headers["content-type"],
      body: await text(request),
    })
    respond(response)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const request = { url: `http://${host}/zones/1/purge?all=1`, method: "POST", headers: HEADERS, body: '{"all":true}' }
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, "close")
  }
  return { received, host, request, close }
}

test("a purge is the request that is set, and what it answers beyond the status is ignored", async () => {
  const { received, request } = await openCdn((response) => response.writeHead(202).end("{ no JSON"))
  await requestedCdn(request).purge()
  await requestedCdn({ ...request, method: "PURGE", headers: {}, body: undefined }).purge()
  const url = "/zones/1/purge?all=1"
  expect(received).toEqual([
    { method: "POST", url, authorization: "Bearer canary", type: "application/json", body: '{"all":true}' },
    { method: "PURGE", url, authorization: undefined, type: undefined, body: "" },
  ])
})

test.each([
  [403, true],
  [404, true],
  [302, true],
  [408, false],
  [429, false],
  [500, false],
  [503, false],
])("after %s no further attempt can succeed: %s", async (status, isFinal) => {
  const { received, request } = await openCdn((response) => response.writeHead(status, { location: "/" }).end())
  const error: Error = await requestedCdn(request)
    .purge()
    .catch((thrown) => thrown)
  expect(error instanceof PermanentFailure).toBe(isFinal)
  expect(((error.cause ?? error) as Error).name).toBe(`cdn ${status}`)
  expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain("canary")
  expect(received).toHaveLength(1)
})

test("a CDN that is silent or away is tried again later", async () => {
  const { request, close } = await openCdn(() => undefined)
  await expect(requestedCdn(request, 50).purge()).rejects.toMatchObject({ name: "TimeoutError" })
  await close()
  const away: unknown = await requestedCdn(request)
    .purge()
    .catch((error) => error)
  expect(away).toBeInstanceOf(Error)
  expect(away).not.toBeInstanceOf(PermanentFailure)
})

test("the check purges, and says what is wrong without the secret", async () => {
  expect(await checkCdn(0, undefined)).toEqual([])
  expect(await checkCdn(300, undefined)).toEqual([{ code: "cdn_unpurged", values: { seconds: "300" } }])
  const good = await openCdn((response) => response.end())
  expect(await checkCdn(300, good.request)).toEqual([{ code: "cdn_ready", values: { host: good.host } }])
  expect(good.received).toHaveLength(1)
  const refusing = await openCdn((response) => response.writeHead(401).end())
  expect(await checkCdn(300, refusing.request)).toEqual([
    { code: "cdn_refused", values: { host: refusing.host, reason: "401" } },
  ])
  const away = await openCdn(() => undefined)
  await away.close()
  expect(await checkCdn(300, away.request)).toEqual([
    { code: "cdn_silent", values: { host: away.host, reason: "ECONNREFUSED" } },
  ])
})
