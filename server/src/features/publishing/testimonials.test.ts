import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"

const URL = "/api/admin/testimonials"
const QUOTE = { name: "Bea", role: "Learner", content: "Good.", imageUrl: "https://example.org/a.webp" }

let app: TestApp
let ada: Awaited<ReturnType<typeof signInAsAdmin>>
beforeEach(async () => {
  app = await createTestApp()
  ada = await signInAsAdmin(app, "ada")
})
afterEach(() => app.close())

const send = (form: object) => ada.send("POST", URL, form)
const names = async (query = "") =>
  (await ada.send("GET", `${URL}${query}`)).json().map(({ name }: { name: string }) => name)

test("testimonials are sorted newest first in the admin area and in public", async () => {
  for (const name of ["Ada", "Bea", "Cleo"]) await send({ ...QUOTE, name })
  const publicRows = (await app.send({ method: "GET", url: "/api/testimonials" })).json()
  expect(await names()).toEqual(["Cleo", "Bea", "Ada"])
  expect(publicRows.map(({ name }: { name: string }) => name)).toEqual(["Cleo", "Bea", "Ada"])
  expect(Object.keys(publicRows[0]).toSorted()).toEqual(["content", "id", "name", "rating", "role"])
})

test("testimonials are searched by name, role and content", async () => {
  await send({ ...QUOTE, name: "Zoé" })
  await send({ ...QUOTE, role: "Étudiante" })
  await send({ ...QUOTE, name: "Cleo", content: "Mwen renmen kreyòl." })
  const searches = ["?q=zoe", "?q=etudiante", "?q=KREYOL%20cleo", "?q=nobody"].map(names)
  expect(await Promise.all(searches)).toEqual([["Zoé"], ["Bea"], ["Cleo"], []])
})

test.each([
  [undefined, "5"],
  [1, "1"],
  [5, "5"],
  ["4", "4"],
])("the rating %j is stored as %s", async (rating, stored) => {
  const response = await send({ ...QUOTE, rating })
  expect([response.statusCode, response.json().rating]).toEqual([201, stored])
})

test.each([0, 6, 4.5, "0", "6", "5.0", "", null, [5], true])("the rating %j is refused", async (rating) => {
  const response = await send({ ...QUOTE, rating })
  expect([response.statusCode, Object.keys(response.json().fields), await names()]).toEqual([400, ["rating"], []])
})

test.each([
  ["name", 100],
  ["role", 100],
  ["content", 2000],
] as const)("%s is required and limited to %d characters", async (field, max) => {
  expect((await send({ ...QUOTE, [field]: "é".repeat(max) })).statusCode).toBe(201)
  for (const wrong of ["é".repeat(max + 1), "", " \n ", null, 5, ["x"], "a\0b"]) {
    const response = await send({ ...QUOTE, [field]: wrong })
    expect([response.statusCode, Object.keys(response.json().fields ?? {})]).toEqual([400, [field]])
  }
  const { [field]: _, ...without } = QUOTE
  expect([(await send(without)).statusCode, (await names()).length]).toEqual([400, 1])
})

test.each([undefined, null, "", "javascript:alert(1)", "http://example.org/a.png", "/a.png", 5])(
  "the image address %j is refused",
  async (imageUrl) => {
    const response = await send({ ...QUOTE, imageUrl })
    expect([response.statusCode, Object.keys(response.json().fields), await names()]).toEqual([400, ["imageUrl"], []])
  },
)
