import { afterEach, beforeEach, expect, test } from "vitest"
import { auditLog } from "#platform/audit/table.ts"
import { freshId } from "#platform/db/columns.ts"
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
const places = async () => (await list()).map((row: { name: string; order: number }) => `${row.order} ${row.name}`)

test("whoever says no place comes last, also after somebody whose deletion may be undone", async () => {
  const [, bea] = [await create("Ada"), await create("Bea")]
  expect(await places()).toEqual(["0 Ada", "1 Bea"])
  await ada.send("DELETE", `${URL}/${bea}`)
  await create("Cleo")
  await ada.send("POST", `${URL}/${bea}/restoration`)
  await create("Dan", { order: 7 })
  await create("Eve")
  expect(await places()).toEqual(["0 Ada", "1 Bea", "2 Cleo", "7 Dan", "8 Eve"])
})

test("after the last place that a form can say nobody comes later", async () => {
  await create("Zoé", { order: 100_000 })
  await create("Ada")
  expect(await places()).toEqual(["100000 Ada", "100000 Zoé"])
})

test("twenty who come at once, in two processes, get twenty places", async () => {
  const twin = await createTestApp({ database: app.database })
  const there = await signInAs(twin, ada.id, "admin")
  const come = (count: number) => (count % 2 ? ada : there).send("POST", URL, { ...MEMBER, name: `${count}` })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, count) => come(count)))
  await twin.close()
  const given = answers.map((answer) => answer.json().order).toSorted((a, b) => a - b)
  expect(given).toEqual(Array.from({ length: 20 }, (_, count) => count))
})

test("the list comes by order, then by name, as the public one does; each page goes on after the one before", async () => {
  for (const [name, place] of [
    ["Zoé", 2],
    ["Ada", 10],
    ["Bea", 2],
    ["Ève", 2],
    ["Bea A", 2],
  ] as const) {
    await create(name, { order: place })
  }
  const open = (await app.send({ method: "GET", url: "/api/team" })).json()
  const all = (await list()).map(({ id }: { id: string }) => id)
  expect([all.length, open.map(({ id }: { id: string }) => id)]).toEqual([5, all])
  expect((await places()).at(-1)).toBe("10 Ada")
  const read: string[] = []
  let next: string | undefined = `${URL}?limit=1`
  while (next) {
    const answer = await ada.send("GET", next)
    read.push(...answer.json().map(({ id }: { id: string }) => id))
    next = /<(.+)>/.exec(String(answer.headers.link ?? ""))?.[1]
  }
  expect(read).toEqual(all)
})

test("a member is found by name and by role, without case and accents", async () => {
  await create("Zoé")
  await create("Ada", { role: "Directrice générale" })
  const found = async (q: string) =>
    (await ada.send("GET", `${URL}?q=${encodeURIComponent(q)}`)).json().map(({ name }: { name: string }) => name)
  expect([await found("ZOE"), await found("generale ada"), await found("%")]).toEqual([["Zoé"], ["Ada"], []])
})

test("a save without a place keeps it; a link that is not sent again goes", async () => {
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

test("an order is all of the team, each once; it is no new version of anybody", async () => {
  const ids = [await create("Ada"), await create("Bea"), await create("Cleo")]
  const before = await list()
  const [a, b, c] = ids
  const wanted = [c, a, b]
  const answer = await order(wanted.map((id) => id?.toUpperCase()))
  expect([answer.statusCode, answer.body, await places()]).toEqual([204, "", ["0 Cleo", "1 Ada", "2 Bea"]])
  const said = ({ id, version, updatedAt }: Record<string, string>) => `${id} ${version} ${updatedAt}`
  expect((await list()).map(said).toSorted()).toEqual(before.map(said).toSorted())
  const [entry] = (await app.database.db.select().from(auditLog)).filter(({ action }) => action === "team.ordered")
  expect(entry).toMatchObject({ actorId: ada.id, subjectId: null, before: null, after: { ids: wanted } })
})

test("an order that misses somebody, doubles somebody or has a stranger in it changes nothing", async () => {
  const [a, b, c] = [await create("Ada"), await create("Bea"), await create("Cleo")]
  const before = await places()
  await ada.send("DELETE", `${URL}/${await create("Dan")}`)
  const dan = (await app.database.db.select().from(teamMembers)).find(({ name }) => name === "Dan")?.id
  for (const ids of [
    [b, a],
    [c, b, a, a],
    [c, b, b],
    [c, b, freshId()],
    [a, b, c, freshId()],
    [c, b, a, dan],
  ]) {
    const answer = await order(ids)
    expect([answer.statusCode, answer.json().code, await places()]).toEqual([409, "order.changed", before])
  }
  for (const ids of [[], "x", ["x"], [1], null, undefined, Array.from({ length: 501 }, freshId)]) {
    expect((await order(ids)).statusCode).toBe(400)
  }
  expect((await ada.send("PUT", "/api/admin/team-order", { ids: [a, b, c], order: 1 })).statusCode).toBe(400)
})

test("of many who order at once each order is whole, and whoever comes meanwhile is last or refuses it", async () => {
  const ids: string[] = []
  for (const name of ["Ada", "Bea", "Cleo", "Dan"]) ids.push(await create(name))
  const orders = [ids, ids.toReversed(), [...ids.slice(1), ids[0]], [...ids.slice(2), ...ids.slice(0, 2)]]
  await Promise.all([...orders, ...orders].map((wanted) => order(wanted)))
  const now = (await list()).map(({ id }: { id: string }) => id)
  expect(orders.map((wanted) => wanted.join())).toContain(now.join())
  await Promise.all([order(ids), create("Eve"), order(ids.toReversed())])
  expect((await places()).at(-1)).toBe("4 Eve")
})

test.each([
  ["name", 100],
  ["role", 100],
  ["bio", 2000],
] as const)("%s is needed and takes %d characters", async (field, most) => {
  expect((await send({ ...MEMBER, [field]: "é".repeat(most) })).statusCode).toBe(201)
  for (const wrong of ["é".repeat(most + 1), "", " \n ", null, 5, ["x"], {}, "a\0b", "\ud800"]) {
    const answer = await send({ ...MEMBER, [field]: wrong })
    expect([answer.statusCode, Object.keys(answer.json().fields ?? {})]).toEqual([400, [field]])
  }
  const { [field]: _, ...without } = MEMBER
  expect((await send(without)).json().fields).toEqual({ [field]: expect.any(String) })
  expect(await list()).toHaveLength(1)
})

test.each([0, 100_000])("%d is a place", async (place) => {
  expect((await send({ ...MEMBER, order: place })).json().order).toBe(place)
})

test.each([-1, 100_001, 1.5, "1", null, 2 ** 40])("%j is no place", async (place) => {
  const answer = await send({ ...MEMBER, order: place })
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ["order"]])
})

test("an image is a picture of ours or one by https, a link a page by http or https", async () => {
  const fields = async (more: object) => Object.keys((await send({ ...MEMBER, ...more })).json().fields ?? {})
  for (const imageUrl of [`/api/pictures/${freshId()}`, "https://example.org/é.png?a=b#c"]) {
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
