import { spawnSync } from "node:child_process"
import { installPackages } from "./postgres.ts"

/** Vitest's global setup: the tests read PDFs back with `pdftotext` of Poppler. Without it they fail, and say so. */
export function setup(): void {
  const isInstalled = spawnSync("pdftotext", ["-v"], { stdio: "ignore" }).status === 0
  if (!isInstalled && !installPackages("poppler-utils")) console.error("Install poppler-utils for the tests of PDFs.")
}
