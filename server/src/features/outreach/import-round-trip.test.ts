import { LANGUAGES } from "@haitech/contract/languages"
import { PROGRAMS } from "@haitech/contract/outreach"
import * as fc from "fast-check"
import { afterEach, beforeEach, expect, test } from "vitest"
import { memberships } from "#features/outreach/table.ts"
import { createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"
import { checkFile, importFile } from "#testing-imports.ts"

const EXPORT = "/api/admin/memberships/export"

let apps: readonly TestApp[]
beforeEach(async () => {
  apps = [await createTestApp(), await createTestApp()]
})
afterEach(async () => {
  for (const app of apps) await app.close()
})

const SIGNS = "'\"=+-@＝ab éß,;|\t\n\u200b😀"
const text = (maxLength: number) => fc.string({ unit: fc.constantFrom(...SIGNS), maxLength })
const optional = (maxLength: number) => fc.option(text(maxLength), { freq: 3 })

const PERSON = fc.record({
  name: text(20).map((name) => `${name}Ada`),
  email: fc.stringMatching(/^[-+'A-Za-z0-9]{0,4}[a-z]$/).map((local) => `${local}@example.org`),
  program: fc.option(fc.constantFrom(...PROGRAMS)),
  interests: optional(30),
  location: optional(10),
})
type Person = typeof PERSON extends fc.Arbitrary<infer Value> ? Value : never
const PEOPLE = fc.uniqueArray(PERSON, { selector: ({ email }) => email.toLowerCase(), minLength: 1, maxLength: 12 })

/** Joins as people do, so that only what the join form accepts is stored. */
async function joinAll(app: TestApp, people: readonly Person[], at: readonly Date[]): Promise<void> {
  for (const [index, person] of people.entries()) {
    const filled = Object.fromEntries(Object.entries(person).filter(([, value]) => value !== null))
    const headers = { "accept-language": LANGUAGES[index % LANGUAGES.length] ?? "en" }
    const { statusCode } = await app.send({ method: "POST", url: "/api/membership", payload: filled, headers })
    expect(statusCode).toBe(201)
    await app.database.sql`update memberships set created_at = ${at[index % at.length]}
      where lower(email) = ${person.email.toLowerCase()}`
  }
}

test("an export finds all as members, and imported into another database it is exported as it was", async () => {
  const [one, other] = apps as readonly [TestApp, TestApp]
  const [admin, otherAdmin] = [await signInAsAdmin(one, "root"), await signInAsAdmin(other, "root")]
  const times = [new Date("2025-05-31T12:34:56.789Z"), new Date("2025-06-01T00:00:00Z")]
  const property = fc.asyncProperty(PEOPLE, fc.constantFrom(...LANGUAGES), async (people, language) => {
    for (const { database } of apps) await database.db.delete(memberships)
    await joinAll(one, people, times)
    const exported = (await admin.send("GET", EXPORT, undefined, { "accept-language": language })).body
    const unchanged = { added: 0, existing: people.length, leftOut: 0, issues: [], ignoredColumns: [] }
    expect((await checkFile(admin, exported)).json()).toMatchObject(unchanged)
    const imported = await importFile(otherAdmin, exported)
    expect(imported.json()).toMatchObject({ imported: people.length, existing: 0, leftOut: 0 })
    const again = await otherAdmin.send("GET", EXPORT, undefined, { "accept-language": language })
    expect(again.body).toBe(exported)
  })
  await fc.assert(property, { numRuns: 60 })
})
