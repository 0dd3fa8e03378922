import { CONSENT_TEXT_VERSION } from "@haitech/contract/safeguarding"
import { type Browser, openBrowser, type TestApp } from "./testing.ts"

export const GUARDIAN = { guardianName: "Rose Pierre", guardianEmail: "rose@example.org", language: "fr" }
export const YES = {
  textVersion: CONSENT_TEXT_VERSION,
  allows: true,
  allowsCertificates: true,
  allowsRecording: false,
}

export const askGuardian = (member: Browser, more: object = {}) =>
  member.send("POST", "/api/user/guardian-consent", { ...GUARDIAN, ...more })

export async function consentToken(app: TestApp): Promise<string> {
  const links = (await app.deliver()).flatMap(({ text }) => /#consent=([\w.-]+)/.exec(text)?.[1] ?? [])
  return links.at(-1) ?? ""
}

const send = (app: TestApp, call: string, body: object) =>
  openBrowser(app).send("POST", `/api/guardian-consents/${call}`, body)

export const lookUp = (app: TestApp, token: string) => send(app, "lookup", { token })
export const decide = (app: TestApp, token: string, body: object) => send(app, "decision", { token, ...body })
export const revoke = (app: TestApp, token: string) => send(app, "revocation", { token })
