import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeFolder } from "./folder.ts"

/** The setting, or a random one that the first start stores in `folder`. Concurrent starts get the same secret. */
export function installationSecret(setting: string | undefined, folder: string): string {
  if (setting) return setting
  makeFolder(folder)
  const file = join(folder, "secret")
  const temporary = `${file}.${process.pid}`
  writeFileSync(temporary, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true })
  try {
    // Creating a link is atomic and fails if the file exists: the first process wins.
    linkSync(temporary, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  } finally {
    rmSync(temporary)
  }
  return readFileSync(file, "utf8")
}

export function createKeyedHash(secret: string): (purpose: string, text: string) => string {
  return (purpose, text) => createHmac("sha256", secret).update(`${purpose}\n${text}`).digest("hex")
}

/** The code that the first administrator types to prove access to the server's log (C1): three groups of four. */
export function setupCode(secret: string): string {
  const code = createKeyedHash(secret)("setup code", "").slice(0, 12).toUpperCase()
  return (code.match(/.{4}/g) ?? []).join("-")
}

/** Compares in constant time, so that the duration reveals nothing about the secret. */
export function isSameSecret(input: string, expected: string): boolean {
  const [a, b] = [Buffer.from(input), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
