import type { ProposalView } from "@haitech/contract/proposals"
import { type Browser, openBrowser, type TestApp } from "./testing.ts"
import { addTutor } from "./testing-slots.ts"

const SKILLS = { languages: ["en", "fr"], subjects: ["coding"] }

/** A mentor with a valid screening who teaches coding in English and French. */
export function addSkilledTutor(app: TestApp, admin: Browser, name: string, more: object = {}): Promise<string> {
  return addTutor(app, admin, name, { ...SKILLS, ...more })
}

export async function tokenOf(app: TestApp, name: string): Promise<string> {
  const emails = (await app.deliver()).filter(
    ({ to, text }) => to === `${name}@example.org` && text.includes("#proposal="),
  )
  return /#proposal=([\w.-]+)/.exec(emails.at(-1)?.text ?? "")?.[1] ?? ""
}

export const propose = (by: Browser, appointmentId: string, tutorId: string) =>
  by.send("POST", `/api/admin/appointments/${appointmentId}/proposals`, { tutorId })

export const answer = (app: TestApp, token: string, given: "accept" | "decline") =>
  openBrowser(app).send("POST", "/api/proposals/answers", { token, answer: given })

export async function lookUp(app: TestApp, token: string): Promise<ProposalView> {
  return (await openBrowser(app).send("POST", "/api/proposals/lookup", { token })).json<ProposalView>()
}
