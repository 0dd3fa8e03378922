import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { createEncryption, installationSecret } from "./secret.ts"

test("the secret is created once, readable by its owner only, and the setting overrides it", () => {
  const folder = mkdtempSync(join(tmpdir(), "secret-"))
  const first = installationSecret(undefined, join(folder, "data"))
  expect([first.length, installationSecret(undefined, join(folder, "data"))]).toEqual([43, first])
  expect(statSync(join(folder, "data/secret")).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(folder, "data"))).toEqual(["secret"])
  expect(installationSecret("setting", join(folder, "data"))).toBe("setting")
  rmSync(folder, { recursive: true })
})

test("an encrypted text decrypts in its context with its secret only, and unchanged", () => {
  const { encrypt, decrypt } = createEncryption("a secret")
  const encrypted = encrypt("totp 1", "JBSWY3DP")
  expect([encrypted.includes("JBSWY3DP"), decrypt("totp 1", encrypted)]).toEqual([false, "JBSWY3DP"])
  expect(encrypt("totp 1", "JBSWY3DP")).not.toBe(encrypted)
  expect(decrypt("totp 2", encrypted)).toBeUndefined()
  expect(createEncryption("another").decrypt("totp 1", encrypted)).toBeUndefined()
  const bytes = Buffer.from(encrypted, "base64url")
  for (const index of bytes.keys()) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(bytes.readUInt8(index) ^ 1, index)
    expect([index, decrypt("totp 1", changed.toString("base64url"))]).toEqual([index, undefined])
  }
  expect([decrypt("totp 1", ""), decrypt("totp 1", "AAAA")]).toEqual([undefined, undefined])
})
