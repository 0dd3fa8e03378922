import { expect, onTestFinished, test } from "vitest"
import { createTestApp } from "#testing.ts"

test("after 120 refused forms in a quarter of an hour no more pages are rendered for an address", async () => {
  const app = await createTestApp({ rateLimits: true })
  onTestFinished(() => app.close())
  const post = async () => {
    const response = await app.send({
      method: "POST",
      url: "/api/membership",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "name=&email=x&page=/",
    })
    return [response.statusCode, response.headers["content-type"]]
  }
  for (let count = 0; count < 120; count++) expect(await post()).toEqual([400, "text/html"])
  expect(await post()).toEqual([429, "application/json; charset=utf-8"])
  app.setNow(new Date(app.deps.now().getTime() + 16 * 60_000))
  expect((await post())[0]).toBe(400)
})
