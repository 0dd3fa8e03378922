import { copyFileSync, openSync, readFileSync, statSync, truncateSync } from "node:fs"

/** Opens the server's log to append to, cut first when it has grown. */
export function openLog(file: string): number {
  trimLog(file)
  return openSync(file, "a", 0o600)
}

/** Keeps at most two files of about a mebibyte. The server appends, so cutting under it is safe. */
export function trimLog(file: string): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < 1024 * 1024) return
  copyFileSync(file, `${file}.1`)
  truncateSync(file)
}

export function logSince(file: string, offset: number): string {
  return readFileSync(file).subarray(offset).toString("utf8")
}

/** What PostgreSQL's programs complained about last, in one line and, where we know it, in plain words. */
export function complaint(said: string): string {
  const known = KNOWN.find(([pattern]) => pattern.test(said))
  if (known) return known[1]
  const lines = said.split("\n").map((line) => line.trim())
  const worst = lines.findLast((line) => SEVERE.test(line)) ?? lines.join(" ").trim().slice(0, 400)
  return worst === "" ? "it gave no reason." : worst.replace(SEVERE, "")
}

const SEVERE = /^.*?\b(PANIC|FATAL|error|ERROR): +/

const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/No space left on device|Disk quota exceeded/, "the disk is full; make room, or set DATA_DIR to another disk."],
  [/Read-only file system/, "the file system is read-only; set DATA_DIR to a folder that can be written."],
  [
    /error while loading shared libraries|GLIBC_|cannot execute|ENOENT|EACCES|ENOEXEC/,
    "its programs do not run on this system; set DATABASE_URL to a PostgreSQL.",
  ],
  [/could not (bind|create any)|Address already in use/, "its socket is used by another program."],
]
