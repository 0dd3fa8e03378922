import { readFileSync } from "node:fs"
import { parser } from "@prometheus-io/lezer-promql"
import { afterAll, beforeAll, expect, test } from "vitest"
import { parse } from "yaml"
import { createTestApp, type TestApp } from "./testing.ts"

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string }
}

interface Panel {
  readonly id: number
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets: readonly { readonly refId: string; readonly expr: string }[]
}

const read = (file: string) => readFileSync(new URL(`../../monitoring/${file}`, import.meta.url), "utf8")
const { groups }: { groups: readonly { name: string; rules: readonly Rule[] }[] } = parse(read("alerts.yml"))
const rules = groups.flatMap((group) => group.rules)
const { panels }: { panels: readonly Panel[] } = JSON.parse(read("dashboard.json"))

let app: TestApp
let exposed: ReadonlySet<string | undefined>
beforeAll(async () => {
  app = await createTestApp()
  const { body } = await app.send({ url: "/metrics" })
  exposed = new Set(["up", ...[...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)])
})
afterAll(() => app.close())

test("a second app of the process exposes the same metrics, each once", async () => {
  const second = await createTestApp()
  const { body } = await second.send({ url: "/metrics" })
  await second.close()
  const names = [...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  expect(["up", ...names].toSorted()).toEqual([...exposed].toSorted())
})

/** The metrics that a PromQL expression reads. @throws when it is no PromQL */
function metricsOf(expression: string): string[] {
  const names: string[] = []
  parser.parse(expression).iterate({
    enter({ type, from, to }) {
      if (type.isError) throw new SyntaxError(`"${expression}" is wrong at ${from}`)
      if (type.name === "Identifier") names.push(expression.slice(from, to))
    },
  })
  return names
}

test("a mistake in an expression is found", () => {
  expect(() => metricsOf("sum(rate(http_requests_total[5m]) > 1")).toThrow("is wrong at")
  expect(() => metricsOf("up{job=haitech} == 0")).toThrow("is wrong at")
  expect(metricsOf('sum by (le) (rate(a_bucket{b="c"}[5m])) > max(d offset 1h)')).toEqual(["a_bucket", "d"])
})

/** Expects an expression to read metrics, and only those that the server exposes. */
function expectKnownMetrics(expression: string): void {
  const names = metricsOf(expression).map((name) => name.replace(/_bucket$/, ""))
  expect([names.length > 0, names.filter((name) => !exposed.has(name))]).toEqual([true, []])
}

test.each(rules)("the alert $alert reads metrics of the server, and says what is wrong", (rule) => {
  expectKnownMetrics(rule.expr)
  expect(rule).toMatchObject({
    alert: expect.stringMatching(/^HaiTech[A-Za-z]+$/),
    labels: { severity: expect.stringMatching(/^(page|ticket)$/) },
    annotations: { summary: expect.stringMatching(/\S/) },
  })
  expect(rule.for ?? "1m").toMatch(/^\d+[mh]$/)
  expect(Object.keys(rule).filter((key) => !["alert", "expr", "for", "labels", "annotations"].includes(key))).toEqual(
    [],
  )
})

test("alerts have different names", () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
})

test.each(panels)("the panel “$title” of the dashboard reads metrics of the server", ({ targets }) => {
  // Grafana puts its own interval there.
  for (const { expr } of targets) expectKnownMetrics(expr.replaceAll("$__rate_interval", "1m"))
  expect(targets.map(({ refId }) => refId)).toEqual(["A", "B", "C"].slice(0, Math.max(targets.length, 1)))
})

test("the panels of the dashboard have ids of their own and do not overlap", () => {
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
  )
  expect([new Set(cells).size, new Set(panels.map(({ id }) => id)).size]).toEqual([cells.length, panels.length])
})
