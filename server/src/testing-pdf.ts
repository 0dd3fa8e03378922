import { spawnSync } from "node:child_process"

export interface ReadPdf {
  /** The text in the order of reading, with each run of white space as one space. */
  readonly text: string
  readonly info: Readonly<Record<string, string>>
  readonly structure: string
}

/** Reads a PDF back with Poppler. @throws {Error} when the file is damaged, or Poppler is not installed */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const info = run("pdfinfo", ["-"], bytes)
    .split("\n")
    .map((line) => /^([^:]+):\s+(.*)$/.exec(line))
  return {
    text: run("pdftotext", ["-raw", "-", "-"], bytes).replace(/\s+/g, " "),
    info: Object.fromEntries(info.flatMap((match) => (match ? [[match[1] ?? "", match[2] ?? ""]] : []))),
    structure: run("pdfinfo", ["-struct-text", "-"], bytes),
  }
}

function run(program: string, args: readonly string[], input: Uint8Array): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { input, encoding: "utf8" })
  if (error || status !== 0) throw new Error(`${program}: ${error?.message ?? stderr}`)
  return stdout
}
