import { afterEach, beforeEach, expect, test } from "vitest"
import { auditLog } from "#platform/audit/table.ts"
import { createId } from "#platform/db/columns.ts"
import { createTestApp, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import { teamMembers } from "./table.ts"

const URL = "/api/admin/team"
const MEMBER = { name: "Bea", role: "Tutor", bio: "Teaches.", imageUrl: "https://example.org/a.webp" }

let app: TestApp
let ada: Awaited<ReturnType<typeof signInAsAdmin>>
beforeEach(async () => {
  app = await createTestApp()
  ada = await signInAsAdmin(app, "ada")
})
afterEach(() => app.close())

const send = (form: object) => ada.send("POST", URL, form)
const create = async (name: string, more = {}): Promise<string> => (await send({ ...MEMBER, name, ...more })).json().id
const order = (ids: unknown, by = ada) => by.send("PUT", "/api/admin/team-order", { ids } as object)
const list = async () => (await ada.send("GET", URL)).json()
const readOrders = async () => (await list()).map((row: { name: string; order: number }) => `${row.order} ${row.name}`)

test("a member without an order comes last, also after deleted members", async () => {
  const [, bea] = [await create("Ada"), await create("Bea")]
  expect(await readOrders()).toEqual(["0 Ada", "1 Bea"])
  await ada.send("DELETE", `${URL}/${bea}`)
  await create("Cleo")
  await ada.send("POST", `${URL}/${bea}/restoration`)
  await create("Dan", { order: 7 })
  await create("Eve")
  expect(await readOrders()).toEqual(["0 Ada", "1 Bea", "2 Cleo", "7 Dan", "8 Eve"])
})

test("the order assigned to a new member never exceeds 100000", async () => {
  await create("Zoé", { order: 100_000 })
  await create("Ada")
  expect(await readOrders()).toEqual(["100000 Ada", "100000 Zoé"])
})

test("twenty members created concurrently, in two processes, get twenty different orders", async () => {
  const twin = await createTestApp({ database: app.database })
  const twinAdmin = await signInAs(twin, ada.id, "admin")
  const createMember = (index: number) =>
    (index % 2 ? ada : twinAdmin).send("POST", URL, { ...MEMBER, name: `${index}` })
  const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => createMember(index)))
  await twin.close()
  const assigned = responses.map((response) => response.json().order).toSorted((a, b) => a - b)
  expect(assigned).toEqual(Array.from({ length: 20 }, (_, index) => index))
})

test("the list is sorted by order, then by name, like the public one, and paging keeps that order", async () => {
  for (const [name, position] of [
    ["Zoé", 2],
    ["Ada", 10],
    ["Bea", 2],
    ["Ève", 2],
    ["Bea A", 2],
  ] as const) {
    await create(name, { order: position })
  }
  const publicRows = (await app.send({ method: "GET", url: "/api/team" })).json()
  const all = (await list()).map(({ id }: { id: string }) => id)
  expect([all.length, publicRows.map(({ id }: { id: string }) => id)]).toEqual([5, all])
  expect((await readOrders()).at(-1)).toBe("10 Ada")
  const paged: string[] = []
  let next: string | undefined = `${URL}?limit=1`
  while (next) {
    const response = await ada.send("GET", next)
    paged.push(...response.json().map(({ id }: { id: string }) => id))
    next = /<(.+)>/.exec(String(response.headers.link ?? ""))?.[1]
  }
  expect(paged).toEqual(all)
})

test("members are searched by name and role without regard to case and accents", async () => {
  await create("Zoé")
  await create("Ada", { role: "Directrice générale" })
  const search = async (q: string) =>
    (await ada.send("GET", `${URL}?q=${encodeURIComponent(q)}`)).json().map(({ name }: { name: string }) => name)
  expect([await search("ZOE"), await search("generale ada"), await search("%")]).toEqual([["Zoé"], ["Ada"], []])
})

test("a save without an order keeps the order; missing links are cleared", async () => {
  const id = await create("Ada", { order: 5, linkedinUrl: "https://example.org/ada", githubUrl: "" })
  const put = async (more: object) => (await ada.send("PUT", `${URL}/${id}`, { ...MEMBER, ...more })).json()
  expect(await put({ twitterUrl: "http://example.org" })).toMatchObject({
    order: 5,
    linkedinUrl: null,
    twitterUrl: "http://example.org",
    version: 2,
  })
  expect(await put({ order: 0 })).toMatchObject({ order: 0, twitterUrl: null, version: 3 })
})

test("reordering the team changes no version and is recorded in the audit log", async () => {
  const ids = [await create("Ada"), await create("Bea"), await create("Cleo")]
  const before = await list()
  const [a, b, c] = ids
  const newOrder = [c, a, b]
  const response = await order(newOrder.map((id) => id?.toUpperCase()))
  expect([response.statusCode, response.body, await readOrders()]).toEqual([204, "", ["0 Cleo", "1 Ada", "2 Bea"]])
  const revisionOf = ({ id, version, updatedAt }: Record<string, string>) => `${id} ${version} ${updatedAt}`
  expect((await list()).map(revisionOf).toSorted()).toEqual(before.map(revisionOf).toSorted())
  const [entry] = (await app.database.db.select().from(auditLog)).filter(({ action }) => action === "team.ordered")
  expect(entry).toMatchObject({ actorId: ada.id, subjectId: null, before: null, after: { ids: newOrder } })
})

test("an order with missing, repeated or unknown members is refused and changes nothing", async () => {
  const [a, b, c] = [await create("Ada"), await create("Bea"), await create("Cleo")]
  const before = await readOrders()
  await ada.send("DELETE", `${URL}/${await create("Dan")}`)
  const dan = (await app.database.db.select().from(teamMembers)).find(({ name }) => name === "Dan")?.id
  for (const ids of [
    [b, a],
    [c, b, a, a],
    [c, b, b],
    [c, b, createId()],
    [a, b, c, createId()],
    [c, b, a, dan],
  ]) {
    const response = await order(ids)
    expect([response.statusCode, response.json().code, await readOrders()]).toEqual([409, "order.changed", before])
  }
  for (const ids of [[], "x", ["x"], [1], null, undefined, Array.from({ length: 501 }, createId)]) {
    expect((await order(ids)).statusCode).toBe(400)
  }
  expect((await ada.send("PUT", "/api/admin/team-order", { ids: [a, b, c], order: 1 })).statusCode).toBe(400)
})

test("concurrent reorderings each apply as a whole, and a member created meanwhile comes last", async () => {
  const ids: string[] = []
  for (const name of ["Ada", "Bea", "Cleo", "Dan"]) ids.push(await create(name))
  const orders = [ids, ids.toReversed(), [...ids.slice(1), ids[0]], [...ids.slice(2), ...ids.slice(0, 2)]]
  await Promise.all([...orders, ...orders].map((newOrder) => order(newOrder)))
  const now = (await list()).map(({ id }: { id: string }) => id)
  expect(orders.map((newOrder) => newOrder.join())).toContain(now.join())
  await Promise.all([order(ids), create("Eve"), order(ids.toReversed())])
  expect((await readOrders()).at(-1)).toBe("4 Eve")
})

test.each([
  ["name", 100],
  ["role", 100],
  ["bio", 2000],
] as const)("%s is required and limited to %d characters", async (field, max) => {
  expect((await send({ ...MEMBER, [field]: "é".repeat(max) })).statusCode).toBe(201)
  for (const wrong of ["é".repeat(max + 1), "", " \n ", null, 5, ["x"], {}, "a\0b", "\ud800"]) {
    const response = await send({ ...MEMBER, [field]: wrong })
    expect([response.statusCode, Object.keys(response.json().fields ?? {})]).toEqual([400, [field]])
  }
  const { [field]: _, ...without } = MEMBER
  expect((await send(without)).json().fields).toEqual({ [field]: expect.any(String) })
  expect(await list()).toHaveLength(1)
})

test.each([0, 100_000])("the order %d is accepted", async (position) => {
  expect((await send({ ...MEMBER, order: position })).json().order).toBe(position)
})

test.each([-1, 100_001, 1.5, "1", null, 2 ** 40])("the order %j is refused", async (position) => {
  const response = await send({ ...MEMBER, order: position })
  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ["order"]])
})

test("an image is an uploaded picture or an https address, a link an http or https address", async () => {
  const fields = async (more: object) => Object.keys((await send({ ...MEMBER, ...more })).json().fields ?? {})
  for (const imageUrl of [`/api/pictures/${createId()}`, "https://example.org/é.png?a=b#c"]) {
    expect(await fields({ imageUrl })).toEqual([])
  }
  for (const imageUrl of [...WRONG, "http://example.org/a.png", "/etc/passwd", "//evil.test/a.png", "", null]) {
    expect(await fields({ imageUrl })).toEqual(["imageUrl"])
  }
  for (const link of ["linkedinUrl", "twitterUrl", "githubUrl"]) {
    expect(await fields({ [link]: "HTTP://example.org/x" })).toEqual([])
    for (const wrong of [...WRONG, "//evil.test", "example.org"])
      expect(await fields({ [link]: wrong })).toEqual([link])
  }
})

const WRONG = [
  "javascript:alert(1)",
  "JAVASCRIPT:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,x",
  "https://",
  "https:///x",
  "https://example.org/a b",
  `https://example.org/${"x".repeat(2000)}`,
  "ftp://example.org",
  5,
]
