import fastify from "fastify"
import { expect, test } from "vitest"
import { sendTogether } from "./turns.ts"

test("requests that arrive together are all handled before the first of their replies is sent", async () => {
  const app = fastify()
  sendTogether(app)
  const steps: string[] = []
  app.addHook("onSend", async ({ url }) => void steps.push(`sent ${url}`))
  app.get("/:name", ({ url }, reply) => {
    steps.push(`handled ${url}`)
    reply.send("")
  })
  await Promise.all(["/1", "/2", "/3"].map((url) => app.inject(url)))
  expect(steps).toEqual(["handled /1", "handled /2", "handled /3", "sent /1", "sent /2", "sent /3"])
})

test("a reply that cannot be sent becomes an error, and the others of its turn are sent", async () => {
  const app = fastify()
  sendTogether(app)
  app.get("/wrong", (_request, reply) => void reply.header("x-name", "\n").send("never sent"))
  app.get("/right", (_request, reply) => void reply.send("sent"))
  const [wrong, right] = await Promise.all([app.inject("/wrong"), app.inject("/right")])
  expect([wrong.statusCode, right.body]).toEqual([500, "sent"])
})
