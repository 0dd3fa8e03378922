import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { cpus, totalmem } from "node:os"
import { join } from "node:path"
import { ROOT } from "./product.ts"

export interface Result {
  readonly metric: string
  readonly measured: number
  readonly budget: number
  /** `min`: the budget is a minimum; `max`: a maximum. */
  readonly bound: "min" | "max"
  readonly unit: "×" | "s" | "ms" | "KB" | "MB" | "MB/h" | "points" | "%" | ""
  readonly details?: string
}

export type Report = (result: Result) => void

export function passes({ measured, budget, bound }: Result): boolean {
  return bound === "min" ? measured >= budget : measured <= budget
}

export function publish(results: readonly Result[]): void {
  writeFileSync(join(ROOT, "bench/RESULTS.md"), `${heading()}\n\n${formatTable(results)}\n`)
}

export function formatResult(result: Result): string {
  const [metric, measured, budget, verdict, details] = cellsOf(result)
  return `${verdict} ${metric}: ${measured} (${budget})${details ? `, ${details}` : ""}`
}

function formatTable(results: readonly Result[]): string {
  const rows = results.map(cellsOf)
  const head = ["metric", "measured", "budget", "", "absolute figures"]
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n")
}

function cellsOf(result: Result): readonly string[] {
  return [
    result.metric,
    `${formatNumber(result.measured)} ${result.unit}`,
    `${result.bound === "min" ? "≥" : "≤"} ${formatNumber(result.budget)} ${result.unit}`,
    passes(result) ? "pass" : "FAIL",
    result.details ?? "",
  ]
}

function heading(): string {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: ROOT, encoding: "utf8" }).trim()
  const memory = Math.round(totalmem() / 2 ** 30)
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() || "unnamed"}), ${memory} GiB, Node ${process.version}`
  return [
    "# Results of the bench",
    "",
    `Commit ${commit}, on ${machine}. The load generator shares the cores. Each ratio is the median of rounds in which`,
    "product and bare reference were measured alternately; absolute figures depend on the machine.",
  ].join("\n")
}

function formatNumber(value: number): string {
  return value >= 10 ? String(Math.round(value)) : value.toFixed(2)
}
