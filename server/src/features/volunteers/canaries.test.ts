import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { api } from "@haitech/contract/api"
import type { Route } from "@haitech/contract/route"
import { expect, onTestFinished, test } from "vitest"
import { WebSocket } from "ws"
import { outbox } from "#platform/jobs/table.ts"
import { type Browser, createTestApp, openBrowser, register, signInAsAdmin } from "#testing.ts"
import { applyAsGuest, emailedToken } from "#testing-applications.ts"

const CANARIES = {
  firstName: "canary-first",
  lastName: "canary-last",
  email: "canary@example.org",
  phone: "canary-phone",
  country: "canary-country",
  languages: "canary-languages",
  skills: "canary-skills",
  availability: "canary-availability",
  linkedinUrl: "https://canary-linkedin.example.org",
  websiteUrl: "https://canary-website.example.org",
  motivation: "canary-motivation",
  experience: "canary-experience",
  referral: "canary-referral",
}

const routes: readonly Route[] = Object.values(api)
const readable = routes.filter(({ method, path }) => method === "GET" && !path.includes(":"))

test("nothing of an application is in a log, a page, a socket, an email or another person's replies", async () => {
  const lines: string[] = []
  const write = (...entry: unknown[]) => void lines.push(JSON.stringify(entry))
  const app = await createTestApp({ rateLimits: true, log: { info: write, warn: write, error: write, fatal: write } })
  onTestFinished(() => app.close())
  const [admin, eve] = [await signInAsAdmin(app, "root"), await register(app, "eve")]
  await app.app.listen({ port: 0, host: "127.0.0.1" })
  const { port } = app.app.server.address() as AddressInfo
  const sockets = [await listen(port), await listen(port, eve), await listen(port, admin)]
  const { token } = (await applyAsGuest(app, CANARIES)).json()
  await applyAsGuest(app, { ...CANARIES, motivation: "canary-second-motivation" })
  const emailed = await emailedToken(app)
  await openBrowser(app).send("POST", "/api/volunteer-applications/lookup", { token: emailed })
  const seen: string[] = []
  for (const caller of [openBrowser(app), eve])
    for (const { path } of readable) seen.push((await caller.send("GET", path)).body)
  const replies = readable.filter(({ path }) => !path.startsWith("/api/admin/"))
  for (const { path } of replies) seen.push((await admin.send("GET", path)).body)
  await openBrowser(app).send("POST", "/api/volunteer-applications/withdrawals", { token })
  const emails = await app.deliver()
  for (const { socket, received } of sockets) {
    socket.ping()
    await once(socket, "pong")
    seen.push(...received)
    socket.terminate()
  }
  const stored = await app.database.db.select().from(outbox)
  const texts = emails.flatMap(({ subject, text, html }) => [subject, text, html ?? ""])
  const output = [...seen, ...lines, ...texts, JSON.stringify(stored)].join("\n")
  expect(output.length).toBeGreaterThan(10_000)
  expect(output).not.toContain("canary")
  expect(lines.join("\n")).not.toContain(emailed)
  expect(new Set(emails.filter(({ to }) => to === CANARIES.email).map(({ subject }) => subject)).size).toBe(2)
})

async function listen(port: number, by?: Browser) {
  const headers = { origin: "http://localhost:3000", ...(by && { cookie: by.cookie() }) }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers })
  const received: string[] = []
  socket.on("message", (data) => received.push(String(data)))
  await once(socket, "open")
  return { socket, received }
}
