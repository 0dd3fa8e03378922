import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { stringify } from "yaml"
import type { TestApp } from "./testing.ts"

declare module "vitest" {
  interface ProvidedContext {
    promtool: string | null
  }
}

const RULES = fileURLToPath(new URL("../../monitoring/alerts.yml", import.meta.url))
/** Minutes before and after the fault, and when alerts are looked at: some rules look an hour back, one waits for an hour. */
const [WELL, BROKEN] = [70, 80]
const DIGITS = 9
const LOOKS = [WELL + 50, WELL + BROKEN - 1]

interface Sample {
  readonly value: number
  readonly isCounter: boolean
}

export type Scrape = ReadonlyMap<string, Sample>

export async function scrape(app: Pick<TestApp, "send">): Promise<Scrape> {
  return readMetrics((await app.send({ url: "/metrics" })).body)
}

export function readMetrics(text: string): Scrape {
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type]) => [name, type]))
  const samples = [...text.matchAll(/^(\w+)(\{.*\})? (\S+)$/gm)].map(([, name = "", labels = "{}", value]) => {
    const type = types.get(name) ?? types.get(name.replace(/_(?:bucket|sum|count)$/, ""))
    return [withTarget(name, labels), { value: Number(value), isCounter: type !== "gauge" }] as const
  })
  return new Map([...samples, [withTarget("up", "{}"), { value: 1, isCounter: false }]])
}

function withTarget(name: string, labels: string): string {
  const own = labels.slice(1, -1)
  return `${name}{${own && `${own},`}job="haitech",instance="a"}`
}

interface Fault {
  readonly well: Scrape
  /** Null when the server answers no more. What a counter gained until then it gains each minute. */
  readonly broken: Scrape | null
}

/** The names of the alerts that fire in the end. Prometheus's own checker evaluates the rules. @throws what it reports */
export function firingAlerts(promtool: string, { well, broken }: Fault): string[] {
  const folder = mkdtempSync(join(tmpdir(), "alerts-"))
  try {
    const file = join(folder, "test.yml")
    writeFileSync(file, stringify(toTest(well, broken)))
    const { stdout, stderr } = spawnSync(promtool, ["test", "rules", file], { encoding: "utf8" })
    // It prints what it got, because no such alert is expected.
    const got = [...(stdout + stderr).matchAll(/got: *(.*)/g)].map(([, line = ""]) => line)
    if (got.length !== LOOKS.length) throw new Error(stdout + stderr)
    const names = [...got.join().matchAll(/alertname="(\w+)"/g)].map(([, name = ""]) => name)
    return [...new Set(names)].sort()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function toTest(well: Scrape, broken: Scrape | null) {
  const series = [...new Set([...well.keys(), ...(broken?.keys() ?? [])])].map((name) => ({
    series: name,
    values: valuesOf(name, well.get(name), broken ? broken.get(name) : { value: 0, isCounter: false }),
  }))
  return {
    rule_files: [RULES],
    evaluation_interval: "1m",
    tests: [
      {
        interval: "1m",
        input_series: broken ? series : series.filter(({ series: name }) => name.startsWith("up{")),
        promql_expr_test: LOOKS.map((minute) => ({
          expr: `count by (alertname) (ALERTS{alertstate="firing"})`,
          eval_time: `${minute}m`,
          exp_samples: [{ labels: '{alertname="none"}', value: 1 }],
        })),
      },
    ],
  }
}

function valuesOf(name: string, before: Sample | undefined, after: Sample | undefined): string {
  const [from, to] = [before?.value ?? 0, after?.value ?? Number.NaN].map((value) => sinceStart(name, value))
  if (from === undefined || to === undefined) return ""
  const gained = after?.isCounter ? to - from : 0
  return `${repeated(from, 0, WELL)} ${repeated(to, gained, BROKEN)}`
}

/** The checker's clock starts at 0; for it, the fault is now. */
function sinceStart(name: string, value: number): number {
  return name.includes("_timestamp_seconds{") ? value - Date.now() / 1000 + WELL * 60 : value
}

function repeated(value: number, step: number, times: number): string {
  if (Number.isNaN(value)) return `_x${times}`
  return `${value.toFixed(DIGITS)}${step < 0 ? "-" : "+"}${Math.abs(step).toFixed(DIGITS)}x${times - 1}`
}
