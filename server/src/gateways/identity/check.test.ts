import { afterAll, beforeAll, expect, test } from "vitest"
import { MARIE, REDIRECT } from "#testing-google.ts"
import { type Issuer, openIssuer } from "#testing-issuer.ts"
import { checkIdentity } from "./check.ts"

let issuer: Issuer
beforeAll(async () => {
  issuer = await openIssuer([REDIRECT], MARIE)
})
afterAll(() => issuer.close())

const check = (more: object = {}) =>
  checkIdentity({
    issuer: issuer.url,
    clientId: "haitech",
    clientSecret: "a secret between the two",
    redirectUri: REDIRECT,
    ...more,
  })

test("Google knows the client by its secret", async () => {
  expect(await check()).toEqual([{ code: "google_ready", values: {} }])
})

test("a wrong secret or client is refused", async () => {
  const refused = [{ code: "google_refused", values: { reason: "invalid_client" } }]
  expect(await check({ clientSecret: "another secret" })).toEqual(refused)
  expect(await check({ clientId: "nobody" })).toEqual(refused)
})

test("an issuer that nobody reaches is silent, and none is off", async () => {
  expect(await check({ issuer: "http://127.0.0.1:65001" })).toEqual([
    { code: "google_silent", values: { reason: "ECONNREFUSED" } },
  ])
  expect(await checkIdentity(undefined)).toEqual([{ code: "google_off", values: {} }])
})
