import { setTimeout as pause } from "node:timers/promises"
import { pino } from "pino"
import { expect, onTestFinished, test } from "vitest"
import { exportTraces } from "#gateways/traces.ts"
import { origin } from "./platform/correlation.ts"
import { watchStatements } from "./platform/db/slow-statements.ts"
import { freshDatabase } from "./platform/db/testing.ts"
import { openTestDb } from "./platform/db/testing-sql.ts"
import { enqueue } from "./platform/jobs/outbox.ts"
import { startWorker } from "./platform/jobs/worker.ts"
import { watchGateways } from "./platform/watched-gateways.ts"
import { createTestApp, register } from "./testing.ts"
import { startCollector } from "./testing-collector.ts"

const SLOTS = "/api/appointments/slots?date=2026-01-15"

type Line = Readonly<Record<string, unknown>>

async function openTraces({ share = 1, status = 200, flushMs = 2_000 } = {}) {
  const lines: Line[] = []
  const log = pino({ level: "info", base: null, timestamp: false }, { write: (line) => lines.push(JSON.parse(line)) })
  const collector = await startCollector(status)
  const tracing = exportTraces({ endpoint: collector.endpoint, serviceName: "haitech", share, flushMs }, log)
  onTestFinished(async () => {
    await tracing.close()
    collector.close()
  })
  return { collector, tracing, log, lines }
}

async function openTracedApp(options: { readonly share?: number; readonly status?: number } = {}) {
  const traces = await openTraces(options)
  const fresh = await freshDatabase()
  const database = {
    ...fresh,
    ...openTestDb(fresh.connection, { max: 5, tracing: traces.tracing, watch: watchStatements(traces.log, -1) }),
  }
  const app = await createTestApp({ database, tracing: traces.tracing, log: traces.log, trustProxy: 1 })
  onTestFinished(async () => {
    await app.close()
    await database.close()
    await fresh.release()
  })
  return { app, database, ...traces }
}

const CANARIES = ["canary-name", "canary@example.org", "canary-cookie", "canary-query", "203.0.113.9", "canary-path"]
const STRANGER = "0af7651916cd43dd8448eb211c80319c"
const HEADERS = {
  origin: "http://localhost:3000",
  cookie: "a=canary-cookie",
  "x-forwarded-for": "203.0.113.9",
  "user-agent": "canary-name",
  traceparent: `00-${STRANGER}-b7ad6b7169203331-01`,
}
const JOIN = {
  method: "POST",
  url: "/api/membership?canary-query=1",
  payload: { name: "canary-name", email: "canary@example.org", interests: "canary-path" },
  headers: HEADERS,
} as const

test("a request, its statements, its job and the job's statements are one trace", async () => {
  const { app, collector, tracing } = await openTracedApp()
  expect((await app.send(JOIN)).statusCode).toBe(201)
  await app.deliver()
  await tracing.close()
  const spans = collector.spans()
  const requests = spans.filter(({ kind }) => kind === "server")
  const jobs = spans.filter(({ kind }) => kind === "consumer")
  const [request, job] = [requests[0], jobs[0]]
  expect([requests.length, jobs.length]).toEqual([1, 1])
  expect(request).toMatchObject({
    parentId: "",
    name: "POST /api/membership",
    isError: false,
    attributes: {
      "http.request.method": "POST",
      "http.route": "/api/membership",
      "http.response.status_code": 201,
    },
  })
  expect(job).toMatchObject({ parentId: request?.spanId, isError: false })
  expect(job?.attributes).toEqual({ "job.kind": job?.name.slice("job ".length), "job.attempt": 1 })
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([request?.traceId]))
  expect(request?.traceId).not.toBe(STRANGER)
  const statementsOf = (parentId = "") => spans.filter((span) => span.parentId === parentId && span.kind === "client")
  const [ofRequest, ofJob] = [statementsOf(request?.spanId), statementsOf(job?.spanId)]
  expect(ofRequest.map(({ attributes }) => attributes["db.query.text"]).join()).toContain('insert into "memberships"')
  expect(ofRequest.find(({ name }) => name === "outbox_enqueue")?.attributes).toMatchObject({
    "db.system.name": "postgresql",
    "db.response.returned_rows": 1,
  })
  expect(ofJob.map(({ attributes }) => attributes["db.query.text"]).join()).toContain('update "outbox"')
  expect(ofRequest.length + ofJob.length + 2).toBe(spans.length)
  expect(collector.resources()[0]).toMatchObject({ "service.name": "haitech" })
})

test("nothing that a person sent or is called leaves the installation", async () => {
  const { app, collector, tracing } = await openTracedApp()
  const member = await register(app, "canary-name", { "user-agent": "canary-name" })
  await member.send("GET", `/api/auth/user?canary-query=${member.id}`)
  await app.send(JOIN)
  await app.send({ ...JOIN, payload: { ...JOIN.payload, email: "canary@" } })
  await app.send({ url: "/api/canary-path/canary@example.org", headers: HEADERS })
  await app.database.sql`alter table memberships drop column interests cascade`
  expect((await app.send(JOIN)).statusCode).toBe(500)
  await app.deliver()
  await tracing.close()
  const failed = collector.spans().filter(({ isError }) => isError)
  expect(failed.map(({ kind, attributes }) => [kind, attributes["error.type"]])).toEqual([
    ["client", "42703"],
    ["server", "500"],
  ])
  expect(collector.spans().map(({ name }) => name)).toContain("GET")
  const sent = Buffer.concat([...collector.bodies]).toString()
  const [, secret = ""] = /session=([^;]+)/.exec(member.cookie()) ?? []
  expect([member.id.length, secret.length > 20]).toEqual([36, true])
  expect([...CANARIES, member.id, secret].filter((canary) => sent.includes(canary))).toEqual([])
})

test("log lines of a request and of its slow statements name its trace", async () => {
  const { app, collector, tracing, lines } = await openTracedApp()
  await app.send({ url: SLOTS })
  await app.database.sql`alter table available_time_slots rename to others`
  await app.send({ url: SLOTS })
  await tracing.close()
  const traceIds = collector.spans().flatMap(({ kind, traceId }) => (kind === "server" ? [traceId] : []))
  const traceOf = (message: string) => lines.filter(({ msg }) => msg === message).map((line) => line["trace_id"])
  expect(traceOf("request")).toEqual(traceIds)
  expect(traceOf("server.broke")).toEqual([traceIds[1]])
  expect(traceOf("slow statement")).toEqual(expect.arrayContaining(traceIds))
})

test("a request that is not sampled is answered as ever, and nothing is exported", async () => {
  const { app, collector, tracing, lines } = await openTracedApp({ share: 0 })
  await app.send(JOIN)
  await app.deliver()
  expect(await app.database.sql`select distinct traceparent from outbox`).toEqual([{ traceparent: null }])
  await tracing.close()
  expect([collector.headers, lines.filter((line) => "trace_id" in line)]).toEqual([[], []])
})

test("a job that is due later begins a trace of its own, and one that fails names its error", async () => {
  const { app, database, collector, tracing, log, lines } = await openTracedApp()
  const request = tracing.startTrace({ kind: "request", name: "POST /a", attributes: {} })
  await origin.run({ id: "a", ...request?.ids }, async () => {
    await enqueue(app.deps.db, { kind: "now", key: "now", payload: {} })
    await enqueue(app.deps.db, { kind: "later", key: "later", payload: {}, dueAt: new Date(0) })
  })
  request?.end()
  const fail = async () => {
    throw Object.assign(new Error("canary-name"), { code: "ECONNREFUSED" })
  }
  const worker = await startWorker({ database, handlers: { now: fail, later: async () => undefined }, log, tracing })
  await worker.drain()
  await worker.stop()
  await tracing.close()
  const spanOf = (name: string) => collector.spans().find((span) => span.name === name)
  expect(spanOf("job later")).toMatchObject({ parentId: "", isError: false })
  expect(spanOf("job now")).toMatchObject({
    parentId: request?.ids.span_id,
    isError: true,
    attributes: { "error.type": "ECONNREFUSED" },
  })
  const { traceId: trace_id, spanId: span_id } = spanOf("job now") ?? {}
  expect(lines).toContainEqual(expect.objectContaining({ msg: "outbox", kind: "now", attempt: 1, trace_id, span_id }))
})

test("a call of a gateway is a step with its name, and only within a trace", async () => {
  const { collector, tracing } = await openTraces()
  const mail = {
    send: async (to: string) => {
      if (to === "canary@example.org") throw Object.assign(new Error("canary-name"), { responseCode: 550 })
    },
    isSet: () => true,
  }
  const { gateways } = watchGateways(
    { mail, payments: undefined, identity: undefined, externalCalendar: undefined },
    tracing,
  )
  await gateways.mail.send("nobody")
  const request = tracing.startTrace({ kind: "request", name: "GET /a", attributes: {} })
  await request?.run(async () => {
    expect(gateways.mail.isSet()).toBe(true)
    await gateways.mail.send("somebody")
    await expect(gateways.mail.send("canary@example.org")).rejects.toThrow()
  })
  const late = request?.run(() => pause(1).then(() => gateways.mail.send("late")))
  request?.end()
  await late
  await tracing.close()
  const [sent, failed, ...others] = collector.spans()
  expect(sent).toMatchObject({ name: "mail.send", attributes: { "peer.service": "mail" }, isError: false })
  expect(failed).toMatchObject({ name: "mail.send", attributes: { "error.type": "Error 550" }, isError: true })
  expect(others.map(({ name }) => name)).toEqual(["GET /a"])
  expect(sent?.parentId).toBe(others[0]?.spanId)
})

test("a collector that never responds costs spans and one line, never a request", async () => {
  const { collector, tracing, lines } = await openTraces({ status: 0, flushMs: 100 })
  for (let number = 0; number < 4000; number++) tracing.startTrace({ kind: "job", name: "a", attributes: {} })?.end()
  await expect.poll(() => collector.bodies.length).toBe(1)
  expect(lines).toMatchObject([{ spans: 1, error: "queue full", msg: "traces were lost" }])
  await tracing.close()
  expect(lines.slice(1)).toMatchObject([{ msg: "traces were not sent before the end" }])
})

test("losses are one line a minute with their number and reason", async () => {
  const { tracing, lines } = await openTraces({ status: 401 })
  for (let number = 0; number < 3; number++) tracing.startTrace({ kind: "job", name: "a", attributes: {} })?.end()
  await tracing.close()
  expect(lines).toMatchObject([{ spans: 3, error: "HTTP 401" }])
})
