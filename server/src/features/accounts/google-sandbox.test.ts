import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, openBrowser, type TestApp } from "#testing.ts"
import { mountAccountPages } from "./pages.ts"
import { createGoogleSandbox } from "./service/google-sandbox.ts"

const CALLBACK = "/login/google/callback"

let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ identity: createGoogleSandbox() })
})
afterEach(() => app.close())

async function start() {
  const browser = openBrowser(app, { host: "localhost:3000", referer: "http://localhost:3000/fr/login" })
  const { headers } = await browser.send("GET", "/login/google")
  const [, state = ""] = /^\/fr\/login\/test-google\/([\w-]{32})$/.exec(headers.location ?? "") ?? []
  return { browser, state }
}

async function choose(query: string, { browser, state } = { browser: openBrowser(app), state: "" }) {
  const response = await browser.send("GET", `${CALLBACK}?state=${state}&${query}`)
  return response.headers.location
}

test("a person of the sandbox is signed in, and the second time it is the same account", async () => {
  const started = await start()
  expect(await choose("code=marie", started)).toBe("/fr/member-dashboard")
  const first = (await started.browser.send("GET", "/api/auth/user")).json()
  expect(first).toMatchObject({ email: "marie.test@example.org", firstName: "Marie", lastName: "Test" })
  const again = await start()
  await choose("code=marie", again)
  expect((await again.browser.send("GET", "/api/auth/user")).json()).toEqual(first)
})

test.each([
  ["code=esther", "/fr/login#google-unverified"],
  ["code=root", "/fr/login#google-failed"],
  ["error=access_denied", "/fr/login#google-failed"],
])("%s signs nobody in", async (query, page) => {
  const started = await start()
  expect(await choose(query, started)).toBe(page)
  expect((await started.browser.send("GET", "/api/auth/user")).statusCode).toBe(401)
})

test("a callback works only in the browser that began, with its state, once", async () => {
  const [started, other] = [await start(), await start()]
  expect(await choose("code=marie", { browser: openBrowser(app), state: started.state })).toBe("/login#google-failed")
  expect(await choose("code=marie", { browser: other.browser, state: started.state })).toBe("/fr/login#google-failed")
  expect(await choose("code=marie", started)).toBe("/fr/member-dashboard")
  expect(await choose("code=jean", started)).toBe("/fr/login#google-failed")
})

test("without an issuer the pages have no button and no sandbox, and the sandbox shows that it is one", async () => {
  const shown: unknown[] = []
  const onDemand: string[] = []
  const pages = {
    show: async (path: string, records: object) => void shown.push([path, records]),
    renderOnDemand: (path: string) => void onDemand.push(path),
  }
  await mountAccountPages(pages, { identity: undefined })
  expect([shown, onDemand]).toEqual([
    [
      ["/login", { googleSignIn: "off" }],
      ["/register", { googleSignIn: "off" }],
    ],
    [],
  ])
  await mountAccountPages(pages, app.deps)
  expect([shown.at(-1), onDemand]).toEqual([["/register", { googleSignIn: "test" }], ["/login/test-google/"]])
})
