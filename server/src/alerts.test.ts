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

const file = readFileSync(new URL("../../monitoring/alerts.yml", import.meta.url), "utf8")
const { groups }: { groups: readonly { name: string; rules: readonly Rule[] }[] } = parse(file)
const rules = groups.flatMap((group) => group.rules)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

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

test.each(rules)("the alert $alert reads metrics of the server, and says what is wrong", async (rule) => {
  const { body } = await app.send({ url: "/metrics" })
  const exposed = new Set(["up", ...[...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)])
  const read = metricsOf(rule.expr).map((name) => name.replace(/_bucket$/, ""))
  expect([read.length > 0, read.filter((name) => !exposed.has(name))]).toEqual([true, []])
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
