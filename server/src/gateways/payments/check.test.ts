import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { checkPayments } from "./check.ts"

const WEBHOOK = "https://example.org/api/webhooks/stripe"
const endpoint = (url: string, status = "enabled") => ({ id: "we_1", object: "webhook_endpoint", url, status })

interface Account {
  readonly livemode?: boolean
  readonly endpoints?: readonly object[]
  /** The status of every answer. */
  readonly status?: number
}

/** Stripe's API with one account, whose only key is `sk_test_1`. */
async function openStripe({ livemode = false, endpoints = [], status = 200 }: Account = {}): Promise<string> {
  const server = createServer((request, response) => {
    const isKnown = request.headers.authorization === "Bearer sk_test_1"
    const answer = isKnown ? status : 401
    const type = answer === 403 ? "invalid_request_error" : "api_error"
    const bodies: Readonly<Record<string, object>> = {
      "/v1/balance": { object: "balance", livemode, available: [] },
      "/v1/webhook_endpoints": { object: "list", data: endpoints, has_more: false },
    }
    const path = new URL(request.url ?? "", "http://stripe.test").pathname
    const body = answer === 200 ? bodies[path] : { error: { type, message: "refused" } }
    response.writeHead(answer, { "content-type": "application/json", "stripe-should-retry": "false" })
    response.end(JSON.stringify(body))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const check = (apiBase: string, secretKey = "sk_test_1") => checkPayments({ secretKey, apiBase }, WEBHOOK)

test("Stripe takes the key and sends its events to us", async () => {
  const endpoints = [endpoint("https://example.org/other"), endpoint(WEBHOOK)]
  expect(await check(await openStripe({ livemode: true, endpoints }))).toEqual([
    { code: "payments_live", values: {} },
    { code: "webhook_found", values: { webhook: WEBHOOK } },
  ])
})

test("a missing or disabled endpoint is an error, and test mode a warning", async () => {
  for (const endpoints of [[], [endpoint(WEBHOOK, "disabled")]]) {
    const codes = (await check(await openStripe({ endpoints }))).map(({ code }) => code)
    expect(codes).toEqual(["payments_test", "webhook_missing"])
  }
})

test("a refused key, and a Stripe that does not answer", async () => {
  const url = await openStripe()
  expect(await check(url, "sk_test_2")).toEqual([{ code: "payments_refused", values: {} }])
  expect(await check(await openStripe({ status: 500 }))).toEqual([
    { code: "payments_silent", values: { reason: "500" } },
  ])
  const unreached = [{ code: "payments_silent", values: { reason: "ECONNREFUSED" } }]
  expect(await check("http://127.0.0.1:65001")).toEqual(unreached)
})

test("a restricted key that may read nothing is told by its name", async () => {
  expect(await check(await openStripe({ status: 403 }))).toEqual([{ code: "payments_test", values: {} }])
})

test("without an account nobody can give", async () => {
  expect(await checkPayments(undefined, WEBHOOK)).toEqual([{ code: "payments_off", values: {} }])
})
