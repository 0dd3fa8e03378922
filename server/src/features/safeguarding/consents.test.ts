import { afterEach, beforeEach, expect, test } from "vitest"
import { sweep } from "#sweep.ts"
import { type Browser, createTestApp, openBrowser, register, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import {
  ADULT,
  CHILD,
  giveConsent,
  insertGroup,
  insertMentor,
  join,
  MINOR,
  post,
  registerAged,
} from "#testing-groups.ts"
import { listedKeys } from "#testing-mail.ts"
import { askGuardian, consentToken, decide, GUARDIAN, lookUp, revoke, YES } from "#testing-safeguarding.ts"
import { screen } from "#testing-screening.ts"
import { requestRenewals } from "./service/renewals.ts"
import { guardianConsents } from "./table.ts"

let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ rateLimits: true })
})
afterEach(() => app.close())

const URL = "/api/user/guardian-consent"
const DAY_MS = 86_400_000
const daysLater = (days: number) => new Date(app.deps.now().getTime() + days * DAY_MS)
const rows = () => app.database.db.select().from(guardianConsents).orderBy(guardianConsents.requestedAt)
/** After a jump in time, which ends sessions. */
const again = (member: { readonly id: string }) => signInAs(app, member.id, "member")
const stateOf = async (member: Pick<Browser, "send">) => (await member.send("GET", URL)).json()
const codeOf = ({ statusCode, body }: { statusCode: number; body: string }) => [
  statusCode,
  body ? JSON.parse(body).code : undefined,
]
async function groupWithMentor() {
  const mentorId = await insertMentor(app)
  await screen(app, mentorId, daysLater(2000))
  return insertGroup(app, { mentorId })
}

test("a 16-year-old asks, the guardian consents by the link, and the member joins and posts until it is revoked", async () => {
  const id = await groupWithMentor()
  const ada = await registerAged(app, "ada", MINOR)
  expect(codeOf(await join(ada, id))).toEqual([403, "consent.missing"])
  expect((await askGuardian(ada)).json()).toMatchObject({ age: "minor", given: null, mayRequest: false })
  const token = await consentToken(app)
  expect((await lookUp(app, token)).json()).toMatchObject({ state: "requested", firstName: "ada", isRenewal: false })
  expect((await decide(app, token, YES)).json()).toMatchObject({ state: "given", allowsRecording: false })
  expect((await stateOf(ada)).given).toMatchObject({
    state: "given",
    guardianEmail: GUARDIAN.guardianEmail,
    validUntil: "2027-01-02T03:04:05.000Z",
  })
  expect((await join(ada, id)).json()).toMatchObject({ isMember: true, obstacle: null })
  expect((await post(ada, id, "Hello")).statusCode).toBe(201)
  expect((await revoke(app, token)).json()).toMatchObject({ state: "revoked" })
  expect(codeOf(await post(ada, id, "Again"))).toEqual([403, "consent.missing"])
  expect((await ada.send("GET", "/api/study-groups")).json().groups).toMatchObject([{ obstacle: "consent" }])
  expect(await rows()).toMatchObject([{ state: "revoked", textVersion: YES.textVersion, endedAt: expect.any(Date) }])
})

test.each([
  [ADULT, 409, "consent.not_needed"],
  [CHILD, 403, "member.too_young"],
])("who was born in %i cannot ask a guardian", async (birthYear, status, code) => {
  expect(codeOf(await askGuardian(await registerAged(app, "ada", birthYear)))).toEqual([status, code])
})

test("a member without a birth year gives it first, and the first one stays", async () => {
  const ada = await register(app, "ada")
  expect(codeOf(await askGuardian(ada))).toEqual([409, "birth_year.missing"])
  const save = (birthYear: unknown) => ada.send("PUT", "/api/user/birth-year", { birthYear })
  for (const wrong of ["2009", 1899, 2101, 2027, 2009.5, null])
    expect(codeOf(await save(wrong))).toEqual([400, "request.invalid"])
  expect((await save(MINOR)).json()).toMatchObject({ birthYear: MINOR, age: "minor", mayRequest: true })
  expect((await save(ADULT)).json()).toMatchObject({ birthYear: MINOR })
})

test.each([
  [{ guardianEmail: "ada@example.org" }, { guardianEmail: expect.any(String) }],
  [{ guardianEmail: "Ada+mom@example.org" }, { guardianEmail: expect.any(String) }],
  [{ guardianEmail: "x" }, { guardianEmail: expect.any(String) }],
  [{ guardianName: "a".repeat(101) }, { guardianName: expect.any(String) }],
  [{ language: "de" }, { language: expect.any(String) }],
])("a request with %j is refused", async (change, fields) => {
  const response = await askGuardian(await registerAged(app, "ada", MINOR), change)
  expect([response.statusCode, response.json()]).toMatchObject([400, { fields }])
  expect(await rows()).toEqual([])
})

test("one request is open at a time, it can be withdrawn, and three a day are sent", async () => {
  const ada = await registerAged(app, "ada", MINOR)
  await askGuardian(ada)
  expect(codeOf(await askGuardian(ada))).toEqual([409, "consent.pending"])
  const token = await consentToken(app)
  expect((await ada.send("DELETE", URL)).json()).toMatchObject({ request: { state: "withdrawn" }, mayRequest: true })
  expect(codeOf(await decide(app, token, YES))).toEqual([409, "consent.state"])
  expect((await askGuardian(ada)).statusCode).toBe(201)
  expect(codeOf(await askGuardian(ada))).toEqual([429, "rate.limited"])
  expect((await rows()).map(({ state }) => state)).toEqual(["withdrawn", "requested"])
})

test("a request that nobody answers expires after 14 days, and another one can follow", async () => {
  const ada = await registerAged(app, "ada", MINOR)
  await askGuardian(ada)
  const token = await consentToken(app)
  app.setNow(daysLater(14))
  expect(codeOf(await decide(app, token, YES))).toEqual([409, "consent.state"])
  expect((await lookUp(app, token)).json().state).toBe("expired")
  const later = await again(ada)
  expect(await stateOf(later)).toMatchObject({ request: { state: "expired" }, mayRequest: true })
  await app.database.sql`delete from rate_limits`
  expect((await askGuardian(later)).statusCode).toBe(201)
  expect((await rows()).map(({ state }) => state)).toEqual(["expired", "requested"])
})

test("the guardian decides each choice, in the present text's version, once", async () => {
  const ada = await registerAged(app, "ada", MINOR)
  await askGuardian(ada)
  const token = await consentToken(app)
  const { allowsRecording: _left, ...incomplete } = YES
  expect(codeOf(await decide(app, token, incomplete))).toEqual([400, "request.invalid"])
  expect(codeOf(await decide(app, token, { ...YES, allows: "true" }))).toEqual([400, "request.invalid"])
  expect(codeOf(await decide(app, token, { ...YES, more: 1 }))).toEqual([400, "request.invalid"])
  expect(codeOf(await decide(app, token, { ...YES, textVersion: "2020-01" }))).toEqual([409, "record.changed"])
  expect(codeOf(await revoke(app, token))).toEqual([409, "consent.state"])
  const answers = await Promise.all([decide(app, token, YES), decide(app, token, { ...YES, allows: false })])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test("what the link's page reads changes nothing, before and after the guardian's answer", async () => {
  const ada = await registerAged(app, "ada", MINOR)
  await askGuardian(ada)
  const token = await consentToken(app)
  for (const state of ["requested", "given"]) {
    const before = await rows()
    expect((await lookUp(app, token)).json().state).toBe(state)
    expect((await lookUp(app, token)).json().state).toBe(state)
    expect(await rows()).toEqual(before)
    await decide(app, token, YES)
  }
})

test.each(["lookup", "decision", "revocation"])("a changed link is refused by %s", async (call) => {
  await askGuardian(await registerAged(app, "ada", MINOR))
  const [id = "", signature = ""] = (await consentToken(app)).split(".")
  const other = `${signature[0] === "0" ? "1" : "0"}${signature.slice(1)}`
  for (const token of [id, `${id}.${other}`, `0198c0de-0000-7000-8000-000000000000.${signature}`, "x.y"]) {
    const body = call === "decision" ? { token, ...YES } : { token }
    const response = await openBrowser(app).send("POST", `/api/guardian-consents/${call}`, body)
    expect(codeOf(response)).toEqual([400, "consent_link.expired"])
  }
})

test("a refused renewal also ends the consent that is still valid", async () => {
  const ada = await registerAged(app, "ada", MINOR)
  await giveConsent(app, ada.id, { validUntil: daysLater(20), guardianEmail: GUARDIAN.guardianEmail })
  await askGuardian(ada)
  expect((await decide(app, await consentToken(app), { ...YES, allows: false })).json().state).toBe("refused")
  expect((await rows()).map(({ state }) => state).sort()).toEqual(["refused", "revoked"])
  expect((await stateOf(ada)).given).toBeNull()
})

test("a consent ends when the member is 18 as far as the birth year tells", async () => {
  const ada = await registerAged(app, "ada", 2007 + 1)
  app.setNow(new Date("2026-06-01T00:00:00Z"))
  const later = await again(ada)
  await askGuardian(later)
  await decide(app, await consentToken(app), YES)
  expect((await stateOf(later)).given.validUntil).toBe("2027-01-01T00:00:00.000Z")
})

test("30 days before the end the guardian is asked once for another year, and their yes replaces the old consent", async () => {
  const ada = await registerAged(app, "ada", 2011)
  await giveConsent(app, ada.id, { validUntil: daysLater(31), requestedAt: app.deps.now() })
  await requestRenewals(app.deps)
  expect(await rows()).toHaveLength(1)
  app.setNow(daysLater(1))
  for (const _ of [1, 2]) await requestRenewals(app.deps)
  expect(await rows()).toMatchObject([{ state: "given" }, { state: "requested", isRenewal: true }])
  const email = (await app.deliver()).at(-1)
  expect([email?.to, email?.subject]).toEqual(["marie@example.org", "ada bezwen pèmisyon w pou yon lòt ane"])
  const token = await consentToken(app)
  await decide(app, token, YES)
  expect((await rows()).map(({ state }) => state)).toEqual(["replaced", "given"])
})

test("nobody is asked again for a member who is 18 when the consent ends", async () => {
  const ada = await registerAged(app, "ada", 2007 + 1)
  await giveConsent(app, ada.id, { validUntil: new Date("2027-01-01T00:00:00Z") })
  app.setNow(new Date("2026-12-20T00:00:00Z"))
  await requestRenewals(app.deps)
  expect(await rows()).toHaveLength(1)
})

test("a consent that is over lapses, and is deleted two years later", async () => {
  const id = await groupWithMentor()
  const ada = await registerAged(app, "ada", MINOR)
  await giveConsent(app, ada.id, { validUntil: daysLater(10) })
  app.setNow(daysLater(10))
  expect(codeOf(await join(ada, id))).toEqual([403, "consent.missing"])
  await sweep(app.deps)
  expect(await rows()).toMatchObject([{ state: "lapsed", endedAt: app.deps.now() }])
  app.setNow(new Date("2028-01-12T00:00:00Z"))
  await sweep(app.deps)
  expect(await rows()).toHaveLength(1)
  app.setNow(new Date("2028-01-13T00:00:00Z"))
  await sweep(app.deps)
  expect(await rows()).toEqual([])
})

test("a consent that has ended cannot be changed, not even by SQL", async () => {
  const ada = await registerAged(app, "ada", MINOR)
  await giveConsent(app, ada.id)
  await ada.send("DELETE", URL)
  await expect(app.database.sql`update guardian_consents set ended_at = now()`).rejects.toThrow(/stays as it was/)
})

test("the emails go to the guardian in their language, repeat only a plain name, and a second one follows a day later", async () => {
  const ada = await registerAged(app, "ada", MINOR)
  await app.database.sql`update users set first_name = 'Win at evil.example' where id = ${ada.id}`
  await askGuardian(ada)
  const request = (await app.deliver()).find(({ to }) => to === GUARDIAN.guardianEmail)
  expect(request).toMatchObject({ language: "fr" })
  expect(request?.subject).toBe("Un jeune élève vous demande votre permission")
  expect(`${request?.text}${request?.html}`).not.toContain("evil.example")
  await decide(app, await consentToken(app), YES)
  const due = await app.database.sql<{ key: string; kind: string; due_at: Date }[]>`
    select kind, due_at from outbox where kind like 'consent.%' and sent_at is null order by kind`
  expect(due.map(({ kind }) => kind)).toEqual(["consent.confirmation", "consent.given"])
  expect(due[0]?.due_at).toEqual(daysLater(1))
  await app.database.sql`update outbox set due_at = now() where sent_at is null`
  const [confirmation] = (await app.deliver()).filter(({ subject }) => subject.includes("depuis hier"))
  expect(confirmation?.text).toContain("/fr/guardian#consent=")
  expect(app.emails.filter(({ key }) => key.startsWith("consent."))).toHaveLength(3)
  expect((await listedKeys(app)).filter((key) => key.startsWith("consent."))).toEqual([])
})

test("only the member and administrators see a consent, administrators not whose it is, and each look is noted", async () => {
  const ada = await registerAged(app, "ada", MINOR)
  await giveConsent(app, ada.id)
  const eve = await register(app, "eve")
  expect((await stateOf(eve)).given).toBeNull()
  const url = `/api/admin/users/${ada.id}/guardian-consent`
  expect((await eve.send("GET", url)).statusCode).toBe(403)
  const admin = await signInAsAdmin(app, "root")
  const response = await admin.send("GET", url)
  expect(response.json()).toMatchObject({ birthYear: MINOR, age: "minor", consents: [{ state: "given" }] })
  expect(response.body).not.toMatch(/marie/i)
  const looks = await admin.send("GET", `/api/admin/audit?action=consent.viewed&of=${admin.id}&about=${ada.id}`)
  expect(looks.json()).toHaveLength(1)
})
