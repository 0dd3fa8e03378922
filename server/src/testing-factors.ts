import type { CreationOptions, RequestOptions } from "@haitech/contract/admin/factors"
import { Secret, TOTP } from "otpauth"
import { type Browser, openBrowser, type TestApp } from "./testing.ts"
import { openAuthenticator } from "./testing-authenticator.ts"

export const ROOT = { username: "root", email: "root@example.org", firstName: "Ada", lastName: "Pierre" }
export const ROOT_PASSWORD = "kokoye-8"

export async function setUp(app: TestApp): Promise<Browser & { readonly id: string }> {
  const browser = openBrowser(app)
  const response = await browser.send("POST", "/api/admin/setup", { ...ROOT, password: ROOT_PASSWORD })
  return { ...browser, id: response.json().admin.id }
}

export const codeAt = (secret: string, at: Date) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })

export async function addApp(app: TestApp, browser: Browser) {
  const { secret } = (await browser.send("POST", "/api/admin/factors/app")).json<{ secret: string }>()
  const response = await browser.send("PUT", "/api/admin/factors/app", { code: codeAt(secret, app.deps.now()) })
  return { secret, ...response.json<{ recoveryCodes: string[] | null }>(), statusCode: response.statusCode }
}

export async function addPasskey(browser: Browser, name: string, authenticator = openAuthenticator()) {
  const options = (await browser.send("POST", "/api/admin/factors/passkeys/options")).json<CreationOptions>()
  const credential = authenticator.create(options)
  const response = await browser.send("POST", "/api/admin/factors/passkeys", { name, credential })
  return { authenticator, response }
}

export async function enterPassword(app: TestApp, headers?: Readonly<Record<string, string>>) {
  const browser = openBrowser(app, headers)
  const login = { username: ROOT.username, password: ROOT_PASSWORD }
  const response = await browser.send("POST", "/api/admin/login", login)
  return { ...browser, response }
}

export const enterCode = (browser: Browser, code: string) => browser.send("POST", "/api/admin/login/code", { code })

export async function enterPasskey(browser: Browser, credentialOf: (options: RequestOptions) => object) {
  const options = (await browser.send("POST", "/api/admin/login/passkey/options")).json<RequestOptions>()
  return browser.send("POST", "/api/admin/login/passkey", { credential: credentialOf(options) })
}

export function advance(app: TestApp, seconds: number): Date {
  const at = new Date(app.deps.now().getTime() + seconds * 1000)
  app.setNow(at)
  return at
}
