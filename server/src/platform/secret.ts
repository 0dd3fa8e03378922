import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeFolder } from "./folder.ts"

/**
 * The secret of this installation: the setting, or one that was made at the first start and is kept in `folder`, for
 * its owner only. Two processes that start at once get the same one.
 */
export function installationSecret(setting: string | undefined, folder: string): string {
  if (setting) return setting
  makeFolder(folder)
  const file = join(folder, "secret")
  const made = `${file}.${process.pid}`
  writeFileSync(made, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true })
  try {
    // A link appears whole or not at all, and fails where one is: the first process wins.
    linkSync(made, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  } finally {
    rmSync(made)
  }
  return readFileSync(file, "utf8")
}

/** Hashes texts with the installation's secret (HMAC-SHA-256, in hex), each purpose apart from the others. */
export function createKeyedHash(secret: string): (purpose: string, text: string) => string {
  return (purpose, text) => createHmac("sha256", secret).update(`${purpose}\n${text}`).digest("hex")
}

/** What the first administrator types to show that the server's log is theirs to read (C1): three groups of four. */
export function setupCode(secret: string): string {
  const signs = createKeyedHash(secret)("setup code", "").slice(0, 12).toUpperCase()
  return (signs.match(/.{4}/g) ?? []).join("-")
}

/** Compares without telling by the time it takes how much of it is right. */
export function isSameSecret(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
