import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"
import { APPLICATIONS, insertApplication } from "#testing-pipeline.ts"

let app: TestApp
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
beforeAll(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
beforeEach(() => app.database.sql`delete from volunteer_applications`)
afterAll(() => app.close())

const list = async (query = "") => (await admin.send("GET", `${APPLICATIONS}${query}`)).json()
const namesOf = async (query: string) => (await list(query)).map(({ name }: { name: string }) => name.split(" ")[0])
const daysAgo = (days: number) => new Date(app.deps.now().getTime() - days * 86_400_000)

test("the list has no personal data but the name", async () => {
  const id = await insertApplication(app, {
    status: "interview",
    assignedAdmin: admin.id,
    nextStep: "arrange_interview",
    nextStepOn: "2026-01-08",
    phone: "+509 1234",
    adminNotes: "Secret",
    statusChangedAt: daysAgo(3),
  })
  expect(await list()).toEqual([
    {
      id,
      role: "mentor",
      name: "Rose Jean",
      status: "interview",
      owner: { id: admin.id, name: "root Pierre" },
      nextStep: "arrange_interview",
      nextStepOn: "2026-01-08",
      isWaiting: false,
      waitingDays: 3,
      createdAt: "2026-01-02T03:03:05.000Z",
    },
  ])
})

/**
 * Ada waits as new, Bea and Emma for a late step, Cleo for eight days, Hana for an owner; the others wait for nobody.
 */
async function insertEight() {
  const step = { nextStep: "Call", assignedAdmin: admin.id }
  const over = { nextStep: null, nextStepOn: null, statusChangedAt: daysAgo(60) }
  const rows = [
    { firstName: "Ada", role: "volunteer" },
    { firstName: "Bea", status: "training", ...step, nextStepOn: "2025-12-31" },
    { firstName: "Cleo", status: "screening", ...step, nextStepOn: "2026-02-01", statusChangedAt: daysAgo(8) },
    { firstName: "Dina", status: "interview", ...step, nextStepOn: "2026-01-01", statusChangedAt: daysAgo(6) },
    { firstName: "Emma", status: "active", ...step, nextStepOn: "2025-11-01", statusChangedAt: daysAgo(60) },
    { firstName: "Fina", status: "declined", ...over },
    { firstName: "Gina", status: "alumni", role: "ambassador", ...over },
    { firstName: "Hana", status: "paused", nextStepOn: "2026-03-01", statusChangedAt: daysAgo(20) },
  ] as const
  for (const [at, row] of rows.entries())
    await insertApplication(app, {
      ...row,
      createdAt: new Date(Date.UTC(2025, 0, 1 + at)),
      email: `${row.firstName}@b.co`,
    })
}

test("filters, sorts and the search choose and order the applications", async () => {
  await insertEight()
  expect(await namesOf("?sort=oldest")).toEqual(["Ada", "Bea", "Cleo", "Dina", "Emma", "Fina", "Gina", "Hana"])
  expect(await namesOf("?sort=next_step&status=training")).toEqual(["Bea"])
  expect((await namesOf("?sort=next_step")).slice(0, 6)).toEqual(["Emma", "Bea", "Dina", "Ada", "Cleo", "Hana"])
  expect(await namesOf("?role=ambassador")).toEqual(["Gina"])
  expect(await namesOf("?owner=none")).toEqual(["Hana", "Gina", "Fina", "Ada"])
  expect(await namesOf(`?owner=${admin.id}&sort=oldest`)).toEqual(["Bea", "Cleo", "Dina", "Emma"])
  expect(await namesOf("?isWaiting=true&sort=oldest")).toEqual(["Ada", "Bea", "Cleo", "Emma", "Hana"])
  expect(await namesOf("?isWaiting=false&sort=oldest")).toEqual(["Dina", "Fina", "Gina"])
  expect(await namesOf("?q=cleo@b")).toEqual(["Cleo"])
  for (const query of ["status=hired", "owner=me", "role=student", "sort=name", "isWaiting=1", "limit=501", "x=1"])
    expect([query, (await admin.send("GET", `${APPLICATIONS}?${query}`)).statusCode]).toEqual([query, 400])
})

test("pages by the next step list each application once, those without one last", async () => {
  await insertEight()
  const names: string[] = []
  for (let url: string | undefined = `${APPLICATIONS}?limit=2&sort=next_step`; url; ) {
    const response = await admin.send("GET", url)
    names.push(...response.json().map(({ name }: { name: string }) => name.split(" ")[0]))
    url = /^<(.+)>; rel="next"$/.exec(String(response.headers["link"] ?? ""))?.[1]
  }
  expect(names.slice(0, 6)).toEqual(["Emma", "Bea", "Dina", "Ada", "Cleo", "Hana"])
  expect(names.slice(6).sort()).toEqual(["Fina", "Gina"])
})

test("the flag of each row is that of the filter, and Today lists the same applications, the longest waiting first", async () => {
  await insertEight()
  const waiting = (await list("?sort=oldest")).filter((row: { isWaiting: boolean }) => row.isWaiting)
  expect(waiting.map(({ name }: { name: string }) => name.split(" ")[0])).toEqual([
    "Ada",
    "Bea",
    "Cleo",
    "Emma",
    "Hana",
  ])
  const today = (await admin.send("GET", "/api/admin/waiting?kind=application")).json()
  expect(today[0]).toMatchObject({ kind: "application", name: "Emma Jean", about: "mentor", text: "active" })
  const urgent = today.map(({ name, isUrgent }: { name: string; isUrgent: boolean }) => [name, isUrgent])
  expect(urgent.slice(0, 3)).toEqual([
    ["Emma Jean", true],
    ["Hana Jean", false],
    ["Cleo Jean", false],
  ])
  expect(urgent).toContainEqual(["Bea Jean", true])
  expect((await admin.send("GET", "/api/admin/overview")).json().waiting.application).toBe(5)
})

test("the export has the columns of the list, in the reader's language, and is in the audit log", async () => {
  await insertApplication(app, { status: "interview", nextStep: "arrange_interview", nextStepOn: "2026-01-08" })
  await insertApplication(app, {
    firstName: "=cmd",
    nextStep: "Rele l",
    nextStepOn: "2026-01-09",
    assignedAdmin: admin.id,
  })
  const response = await admin.send("GET", `${APPLICATIONS}/export`, undefined, { "accept-language": "fr" })
  const lines = response.body.split("\r\n")
  expect(lines[0]).toContain("Prochaine étape")
  expect(response.body).toContain("Fixer l’entretien")
  expect(response.body).toContain("root Pierre")
  expect(response.body).not.toContain("rose@example.org")
  const [entry] = (await admin.send("GET", "/api/admin/audit?action=list.exported")).json()
  expect(entry.after).toEqual({ list: "volunteer_applications" })
})
