import { afterEach, beforeEach, expect, test } from "vitest"
import { isReserved } from "#features/accounts/rules.ts"
import { createTestApp, openBrowser, PASSWORD, register, signInAsAdmin, type TestApp } from "#testing.ts"

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

let count = 0
async function signUp(username: string): Promise<unknown> {
  const account = { username, firstName: "Ada", lastName: "Pierre", email: `ada${++count}@example.org` }
  const response = await openBrowser(app).send("POST", "/api/auth/register", {
    ...account,
    password: PASSWORD,
    loginProvider: "haitech",
  })
  return response.statusCode === 201 ? 201 : [response.statusCode, response.json().fields]
}

const TAKEN = [409, { username: "This username is taken" }]
const RESERVED = [400, { username: "This username is reserved" }]

test.for([
  ["mel0die", "melodie"],
  ["paul", "pauI"],
  ["сосо", "coco"],
  ["marnie", "mamie"],
  ["Ｄｊｏ", "djo"],
  ["vvilson", "Wilson"],
])("after %j nobody registers as %j", async ([first, second]) => {
  expect([await signUp(first as string), await signUp(second as string)]).toEqual([201, TAKEN])
})

test("of concurrent registrations under names that look alike one succeeds", async () => {
  const results = await Promise.all(["mel0die", "melodie", "meIodie", "Melodie"].map(signUp))
  expect(results.filter((result) => result === 201)).toHaveLength(1)
  expect(results.filter((result) => result !== 201)).toEqual([TAKEN, TAKEN, TAKEN])
})

test("names that are merely similar are different", async () => {
  expect(await Promise.all(["maria", "marla", "ada-p", "ada_p", "ada.p", "adap"].map(signUp))).toEqual(
    Array(6).fill(201),
  )
})

test.for(["admin", "Support", "ad-min 1", "HaiTech", "haitech_official", "ＳＴＡＦＦ"])(
  "nobody registers as %j",
  async (username) => {
    expect(await signUp(username)).toEqual(RESERVED)
  },
)

test.for([
  ["501", "marie", false],
  ["501", "501", false],
  ["Ay", "lakay", false],
  ["Ay", "ay", true],
  ["Lakou", "lakou-2", true],
  ["Lakou", "my lakou", true],
] as const)("on the site %j the user name %j is reserved: %j", ([site, name, expected]) => {
  expect(isReserved(name, site)).toBe(expected)
})

test("a member cannot take a reserved or similar name in the profile; an administrator may be called admin", async () => {
  const ada = await register(app, "ada")
  await register(app, "melodie")
  const rename = async (username: string) => {
    const response = await ada.send("PATCH", "/api/user/profile", { username })
    return response.statusCode === 200 ? 200 : [response.statusCode, response.json().fields]
  }
  expect([await rename("support"), await rename("mel0die"), await rename("ADA")]).toEqual([RESERVED, TAKEN, 200])
  const root = await signInAsAdmin(app, "root")
  expect((await root.send("PATCH", "/api/user/profile", { username: "admin" })).statusCode).toBe(200)
})
