import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto"
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

export interface Encryption {
  /** @param context is authenticated, too: the result decrypts in the same context only */
  encrypt(context: string, text: string): string
  /** Undefined for a manipulated text, another context, or the text of another secret. */
  decrypt(context: string, encrypted: string): string | undefined
}

const [CIPHER, IV_BYTES, TAG_BYTES] = ["aes-256-gcm", 12, 16] as const

/** AES-256-GCM with a key derived from the installation's secret (HKDF), for secrets that must be stored readable. */
export function createEncryption(secret: string): Encryption {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "encryption of stored secrets", 32))
  return {
    encrypt(context, text) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context))
      const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64url")
    },
    decrypt(context, encrypted) {
      const bytes = Buffer.from(encrypted, "base64url")
      const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
      try {
        const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context))
        const text = decipher.setAuthTag(tag).update(bytes.subarray(IV_BYTES + TAG_BYTES))
        return Buffer.concat([text, decipher.final()]).toString("utf8")
      } catch {
        return undefined
      }
    },
  }
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
