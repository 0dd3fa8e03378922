import { afterAll, beforeAll, expect, test } from "vitest"
import { type Browser, createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"

const LIST = "/api/admin/donations"
const idOf = (number: number) => `0198c0de-0000-7000-8000-00000000000${number}`

let app: TestApp
let admin: Browser & { readonly id: string }
beforeAll(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
  await app.database.sql`
    insert into donations (id, name, email, amount, frequency, message, is_anonymous, status, created_at) values
      (${idOf(1)}, 'Rosemène Noël', 'r@example.org', 2500, 'monthly', 'Kenbe la!', false, 'succeeded', '2026-02-01'),
      (${idOf(2)}, '=cmd', null, 10005, null, null, true, 'pending', '2026-02-02'),
      (${idOf(3)}, null, null, 2500, null, null, true, 'refunded', '2026-02-03'),
      (${idOf(4)}, 'Alan', 'alan@example.org', 2500, null, null, false, 'failed', '2026-02-03'),
      (${idOf(5)}, 'Grace', 'grace@example.org', 100, null, null, false, 'succeeded', '2026-02-04')`
})
afterAll(() => app.close())

const numbersOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => Number(id.at(-1)))

async function list(query = "") {
  const response = await admin.send("GET", `${LIST}${query}`)
  expect([query, response.statusCode]).toEqual([query, 200])
  return { rows: numbersOf(response.json()), total: response.headers["x-total-count"] }
}

async function readPages(query: string): Promise<number[]> {
  const listed: number[] = []
  for (let url: string | undefined = `${LIST}${query}`; url; ) {
    const response = await admin.send("GET", url)
    expect([url, response.statusCode]).toEqual([url, 200])
    listed.push(...numbersOf(response.json()))
    url = /^<(.+)>; rel="next"$/.exec(String(response.headers["link"] ?? ""))?.[1]
  }
  return listed
}

test("the list shows donations newest first in the form of spec §3: cents, and isAnonymous as a string", async () => {
  const response = await admin.send("GET", LIST)
  expect([numbersOf(response.json()), response.headers["x-total-count"]]).toEqual([[5, 4, 3, 2, 1], "5"])
  expect(response.json()[4]).toEqual({
    id: idOf(1),
    name: "Rosemène Noël",
    email: "r@example.org",
    amount: 2500,
    currency: "usd",
    frequency: "monthly",
    isAnonymous: "false",
    message: "Kenbe la!",
    status: "succeeded",
    createdAt: "2026-02-01T00:00:00.000Z",
  })
  expect(response.json()[2]).toMatchObject({ name: null, email: null, message: null, isAnonymous: "true" })
})

test("the pages of every order list each donation once, also with equal amounts", async () => {
  expect(await readPages("?sort=largest&limit=1")).toEqual([2, 4, 3, 1, 5])
  expect(await readPages("?sort=largest&limit=2")).toEqual([2, 4, 3, 1, 5])
  expect(await readPages("?sort=newest&limit=1")).toEqual([5, 4, 3, 2, 1])
  expect(await readPages("?sort=oldest&limit=2")).toEqual([1, 2, 3, 4, 5])
  expect(await readPages("?sort=largest&limit=1&status=succeeded")).toEqual([1, 5])
})

test("the list filters by status and searches name, email and message", async () => {
  expect(await list("?status=succeeded")).toEqual({ rows: [5, 1], total: "2" })
  expect(await list("?status=disputed")).toEqual({ rows: [], total: "0" })
  for (const q of ["noel", "ROSEMENE", "r@example", "kenbe", "noel kenbe"])
    expect([q, (await list(`?q=${q}`)).rows]).toEqual([q, [1]])
  expect(await list("?q=example.org&status=failed")).toEqual({ rows: [4], total: "1" })
})

test.each([
  "limit=0",
  "sort=smallest",
  "status=paid",
  "status=",
  "cursor=x",
  `cursor=${Buffer.from(`["x","${idOf(1)}"]`).toString("base64url")}`,
  `cursor=${Buffer.from(`["2500","${idOf(1)}"]`).toString("base64url")}`,
  "q=%00",
  "intentId=x",
])("the query ?%s is refused", async (query) => {
  expect((await admin.send("GET", `${LIST}?${query}`)).statusCode).toBe(400)
})

test("the CSV export shows units with two decimals, escapes formulas and is recorded in the audit log", async () => {
  const response = await admin.send("GET", `${LIST}/export?status=pending`)
  expect(response.headers["content-disposition"]).toBe('attachment; filename="donations.csv"')
  const head =
    "\ufeffDate,Name,Email,Amount,Currency,Frequency,Anonymous,State,Message,Paid,Refunded,Net,Receipt,Payment\r\n"
  expect(response.body).toBe(`${head}2026-02-02T00:00:00.000Z,'=cmd,,100.05,usd,,true,pending,,,0.00,0.00,,\r\n`)
  const all = (await admin.send("GET", `${LIST}/export`)).body
  expect(all).toContain("2026-02-04T00:00:00.000Z,Grace,grace@example.org,1.00,usd,,false,succeeded,,,0.00,1.00,,\r\n")
  expect((await admin.send("GET", `${LIST}/export?sort=largest`)).statusCode).toBe(400)
  const entries = (await admin.send("GET", "/api/admin/audit?action=list.exported&sort=oldest")).json()
  expect(entries).toMatchObject([
    { actor: { id: admin.id }, after: { list: "donations", status: "pending" } },
    { actor: { id: admin.id }, after: { list: "donations" } },
  ])
})

test("a donation of 2,000,000,000 cents is paged like any other", async () => {
  await app.database.sql`update donations set amount = 2000000000 where id = ${idOf(2)}`
  expect(await readPages("?sort=largest&limit=1")).toEqual([2, 4, 3, 1, 5])
  await app.database.sql`update donations set amount = 10005 where id = ${idOf(2)}`
})
