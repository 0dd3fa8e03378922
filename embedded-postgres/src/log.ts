import { copyFileSync, openSync, readFileSync, statSync, truncateSync } from "node:fs"
import type { Remedy } from "./error.ts"

export function openLog(file: string): number {
  trimLog(file)
  return openSync(file, "a", 0o600)
}

/** Keeps at most two files of about 1 MiB. The server appends to the file, so it can be truncated meanwhile. */
export function trimLog(file: string): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < 1024 * 1024) return
  copyFileSync(file, `${file}.1`)
  truncateSync(file)
}

export function logSince(file: string, offset: number): string {
  return readFileSync(file).subarray(offset).toString("utf8")
}

export interface Failure {
  readonly reason: string
  readonly remedies: readonly Remedy[]
}

export function explain(output: string): Failure {
  const [, reason, ...remedies] = KNOWN.find(([pattern]) => pattern.test(output)) ?? []
  if (reason !== undefined) return { reason, remedies }
  const lines = output.split("\n").map((line) => line.trim())
  const worst = lines.findLast((line) => SEVERE.test(line)) ?? lines.join(" ").trim().slice(0, 400)
  return { reason: worst === "" ? "it gave no reason." : worst.replace(SEVERE, ""), remedies: [] }
}

const SEVERE = /^.*?\b(PANIC|FATAL|error|ERROR): +/

const KNOWN: readonly (readonly [output: RegExp, reason: string, ...Remedy[]])[] = [
  [/No space left on device|Disk quota exceeded/, "the disk is full; make room.", "other-data-dir"],
  [/Read-only file system/, "the file system is read-only.", "other-data-dir"],
  [
    /error while loading shared libraries|GLIBC_|cannot execute|ENOENT|EACCES|ENOEXEC/,
    "its programs do not run on this system.",
    "other-server",
  ],
  [/could not (bind|create any)|Address already in use/, "its socket is used by another program."],
]
