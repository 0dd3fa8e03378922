import { AMBASSADOR_CODE, type Ambassador } from "@haitech/contract/ambassadors"
import { afterEach, beforeEach, expect, test } from "vitest"
import { ambassadorCounts } from "#features/volunteers/table/ambassadors.ts"
import { type Browser, createTestApp, openBrowser, PASSWORD, register, signInAs, type TestApp } from "#testing.ts"

let app: TestApp
let rose: Browser & { readonly id: string }
beforeEach(async () => {
  app = await createTestApp()
  rose = await ambassador("rose")
})
afterEach(() => app.close())

async function ambassador(name: string) {
  const { id } = await register(app, name)
  await app.database.sql`update users set role = 'ambassador', role_approved_at = now() where id = ${id}`
  return { ...(await signInAs(app, id, "member")), id }
}

const renew = (was: string | null, by: Browser = rose) => by.send("POST", "/api/ambassador/codes", { was })
const read = async (by: Browser = rose) => (await by.send("GET", "/api/ambassador")).json<Ambassador>()
async function newCode(was: string | null = null, by: Browser = rose): Promise<string> {
  return (await renew(was, by)).json<Ambassador>().link?.code ?? ""
}
async function visit(code: string, headers = {}) {
  const guest = openBrowser(app)
  await guest.send("GET", `/via/${code}`, undefined, headers)
  return guest
}
const join = (guest: Browser, email: string) => guest.send("POST", "/api/membership", { name: "Ada", email })
const signUp = (guest: Browser, name: string) =>
  guest.send("POST", "/api/auth/register", {
    firstName: name,
    lastName: "Pierre",
    username: name,
    email: `${name}@example.org`,
    password: PASSWORD,
    loginProvider: "haitech",
  })

test("an ambassador without a link makes one, with its address and its QR code", async () => {
  expect(await read()).toEqual({ link: null, joined: 0, months: [] })
  const response = await renew(null)
  const { link } = response.json<Ambassador>()
  expect([response.statusCode, link?.code]).toEqual([201, expect.stringMatching(AMBASSADOR_CODE)])
  expect(link).toEqual({
    code: link?.code,
    url: `http://localhost:3000/via/${link?.code}`,
    since: expect.any(String),
    invitations: ["en", "fr", "ht", "es"].map((language) => ({
      language,
      text: expect.stringContaining(
        `http://localhost:3000${language === "en" ? "" : `/${language}`}/via/${link?.code}`,
      ),
    })),
    qr: { size: expect.any(Number), path: expect.stringMatching(/^M/) },
  })
  expect((await read()).link).toEqual(link)
})

test.each([[{}], [{ was: "" }], [{ was: 1 }], [{ was: "BAKOMITE472" }], [{ was: null, code: "bakomite472" }]])(
  "a new code with %j is refused",
  async (body) => {
    const response = await rose.send("POST", "/api/ambassador/codes", body)
    expect([response.statusCode, response.json().code]).toEqual([400, "request.invalid"])
  },
)

test("a new code is made of the present one only, and of two requests at once for one", async () => {
  const responses = await Promise.all([renew(null), renew(null)])
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  const code = (await read()).link?.code ?? ""
  expect((await renew(null)).json().code).toBe("record.changed")
  const again = await Promise.all([renew(code), renew(code)])
  expect(again.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  expect((await read()).link?.code).not.toBe(code)
})

test("the link sets a cookie that scripts cannot read, and leads to the form on the home page", async () => {
  const code = await newCode()
  const response = await app.send({ url: `/via/${code.toUpperCase()}`, headers: { "accept-language": "ht" } })
  expect([response.statusCode, response.headers.location]).toEqual([303, "/ht#membership"])
  expect(response.cookies).toEqual([
    { name: "via", value: code, path: "/", httpOnly: true, sameSite: "Lax", maxAge: 2_592_000 },
  ])
  expect(response.headers["cache-control"]).toBe("private, no-store")
  const french = await app.send({ url: `/fr/via/${code}`, headers: { "accept-language": "ht" } })
  expect([french.headers.location, french.cookies.length]).toEqual(["/fr#membership", 1])
})

test.each(["bakomite472", "x", "%00", "..%2f..%2fadmin", "'"])(
  "the code %j, which nobody has, sets no cookie and leads home",
  async (code) => {
    const response = await app.send({ url: `/via/${code}` })
    expect([response.statusCode, response.headers.location, response.cookies]).toEqual([303, "/#membership", []])
  },
)

test("a replaced code, a former ambassador's and a prefetch set no cookie", async () => {
  const old = await newCode()
  const code = await newCode(old)
  expect((await app.send({ url: `/via/${old}` })).cookies).toEqual([])
  expect((await app.send({ url: `/via/${code}`, headers: { "sec-purpose": "prefetch" } })).cookies).toEqual([])
  await app.database.sql`update users set role = 'student' where id = ${rose.id}`
  expect((await app.send({ url: `/via/${code}` })).cookies).toEqual([])
})

test("the ambassador's own visit sets no cookie", async () => {
  const response = await rose.send("GET", `/via/${await newCode()}`)
  expect([response.statusCode, response.cookies]).toEqual([303, []])
})

test("somebody who joins by the link counts once, on the day of the site's clock", async () => {
  // Three in the morning in UTC is still the day before in New York.
  const guest = await visit(await newCode())
  const response = await join(guest, "ada@example.org")
  expect([response.statusCode, response.headers["set-cookie"]]).toEqual([201, expect.stringMatching(/^via=;/)])
  expect(await read()).toMatchObject({ joined: 1, months: [{ month: "2026-01", joined: 1 }] })
  expect(await app.database.db.select().from(ambassadorCounts)).toEqual([
    { userId: rose.id, day: "2026-01-01", joined: 1 },
  ])
})

test("an account that is registered by the link counts, also without script", async () => {
  const code = await newCode()
  expect((await signUp(await visit(code), "ada")).statusCode).toBe(201)
  const guest = await visit(code)
  const form = { name: "Eve", email: "eve@example.org" }
  const response = await app.send({
    method: "POST",
    url: "/api/membership",
    payload: new URLSearchParams(form).toString(),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: "http://localhost:3000",
      cookie: guest.cookie(),
    },
  })
  expect(response.cookies).toMatchObject([{ name: "via", value: "" }])
  expect((await read()).joined).toBe(2)
})

test("who joins and then registers is one, with the cookie and with a copy of it", async () => {
  const code = await newCode()
  const guest = await visit(code)
  await join(guest, "ada@example.org")
  await signUp(guest, "ada")
  await signUp(openBrowser(app, { cookie: `via=${code}` }), "eve")
  await join(openBrowser(app, { cookie: `via=${code}` }), "EVE@example.org")
  expect((await read()).joined).toBe(2)
})

test("an address that has joined before does not count, and the reply does not tell", async () => {
  await join(openBrowser(app), "ada@example.org")
  const response = await join(await visit(await newCode()), "ada@example.org")
  expect([response.statusCode, response.headers["set-cookie"]]).toEqual([201, expect.stringMatching(/^via=;/)])
  expect((await read()).joined).toBe(0)
})

test("an account that is refused does not count and keeps the cookie", async () => {
  await register(app, "ada")
  const guest = await visit(await newCode())
  expect((await signUp(guest, "ada")).statusCode).toBe(409)
  expect((await read()).joined).toBe(0)
  await signUp(guest, "eve")
  expect((await read()).joined).toBe(1)
})

test("a cookie with a replaced, an unknown or a broken code counts for nobody", async () => {
  const old = await newCode()
  await newCode(old)
  for (const [index, via] of [old, "bakomite472", "x'", ""].entries())
    expect((await join(openBrowser(app, { cookie: `via=${via}` }), `a${index}@example.org`)).statusCode).toBe(201)
  expect(await app.database.db.select().from(ambassadorCounts)).toEqual([])
})

test("joining and registering with one address at once, in two processes, is one", async () => {
  const code = await newCode()
  const other = await createTestApp({ database: app.database })
  const cookie = { cookie: `via=${code}` }
  for (let round = 0; round < 6; round++) {
    const name = `ada${round}`
    const responses = await Promise.all([
      join(openBrowser(app, cookie), `${name}@example.org`),
      signUp(openBrowser(other, cookie), name),
      join(openBrowser(other, cookie), `${name}@example.org`),
    ])
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect((await read()).joined).toBe(round + 1)
  }
  await other.close()
})

test("twenty who join at once are twenty", async () => {
  const cookie = { cookie: `via=${await newCode()}` }
  await Promise.all(Array.from({ length: 20 }, (_, index) => join(openBrowser(app, cookie), `a${index}@example.org`)))
  expect((await read()).joined).toBe(20)
})

test("an ambassador sees their own count only", async () => {
  const max = await ambassador("max")
  await join(await visit(await newCode()), "ada@example.org")
  expect(await read(max)).toEqual({ link: null, joined: 0, months: [] })
})

test("beyond 300 visits from an address the link leads home without a cookie, and an hour has ten new codes", async () => {
  const limited = await createTestApp({ rateLimits: true, database: app.database })
  const code = await newCode()
  const via = { name: "via.address", limit: 300, windowSeconds: 900 }
  const visitLimited = () => limited.send({ url: `/via/${code}` })
  for (let count = 0; count < 299; count++) await limited.deps.limiter.count(via, "127.0.0.1")
  expect((await visitLimited()).cookies).toHaveLength(1)
  const refused = await visitLimited()
  expect([refused.statusCode, refused.headers.location, refused.cookies]).toEqual([303, "/#membership", []])
  const browser = await signInAs(limited, rose.id, "member")
  const statuses: number[] = []
  for (let count = 0; count < 11; count++) statuses.push((await renew(null, browser)).statusCode)
  expect(statuses).toEqual([...Array(10).fill(409), 429])
  await limited.close()
})
