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

test("the newest testimonial comes first, for the office and for everybody", async () => {
  for (const name of ["Ada", "Bea", "Cleo"]) await send({ ...QUOTE, name })
  const open = (await app.send({ method: "GET", url: "/api/testimonials" })).json()
  expect(await names()).toEqual(["Cleo", "Bea", "Ada"])
  expect(open.map(({ name }: { name: string }) => name)).toEqual(["Cleo", "Bea", "Ada"])
  expect(Object.keys(open[0]).toSorted()).toEqual(["content", "id", "name", "rating", "role"])
})

test("a testimonial is found by name, role and what it says", async () => {
  await send({ ...QUOTE, name: "Zoé" })
  await send({ ...QUOTE, role: "Étudiante" })
  await send({ ...QUOTE, name: "Cleo", content: "Mwen renmen kreyòl." })
  const found = ["?q=zoe", "?q=etudiante", "?q=KREYOL%20cleo", "?q=nobody"].map(names)
  expect(await Promise.all(found)).toEqual([["Zoé"], ["Bea"], ["Cleo"], []])
})

test.each([
  [undefined, "5"],
  [1, "1"],
  [5, "5"],
  ["4", "4"],
])("the rating %j is %s", async (rating, said) => {
  const answer = await send({ ...QUOTE, rating })
  expect([answer.statusCode, answer.json().rating]).toEqual([201, said])
})

test.each([0, 6, 4.5, "0", "6", "5.0", "", null, [5], true])("%j is no rating", async (rating) => {
  const answer = await send({ ...QUOTE, rating })
  expect([answer.statusCode, Object.keys(answer.json().fields), await names()]).toEqual([400, ["rating"], []])
})

test.each([
  ["name", 100],
  ["role", 100],
  ["content", 2000],
] as const)("%s is needed and takes %d characters", async (field, most) => {
  expect((await send({ ...QUOTE, [field]: "é".repeat(most) })).statusCode).toBe(201)
  for (const wrong of ["é".repeat(most + 1), "", " \n ", null, 5, ["x"], "a\0b"]) {
    const answer = await send({ ...QUOTE, [field]: wrong })
    expect([answer.statusCode, Object.keys(answer.json().fields ?? {})]).toEqual([400, [field]])
  }
  const { [field]: _, ...without } = QUOTE
  expect([(await send(without)).statusCode, (await names()).length]).toEqual([400, 1])
})

test.each([undefined, null, "", "javascript:alert(1)", "http://example.org/a.png", "/a.png", 5])(
  "%j is no image",
  async (imageUrl) => {
    const answer = await send({ ...QUOTE, imageUrl })
    expect([answer.statusCode, Object.keys(answer.json().fields), await names()]).toEqual([400, ["imageUrl"], []])
  },
)
