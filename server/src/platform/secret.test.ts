import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { installationSecret } from "./secret.ts"

test("a secret is made once, for its owner only, and the setting wins over it", () => {
  const folder = mkdtempSync(join(tmpdir(), "secret-"))
  const made = installationSecret(undefined, join(folder, "data"))
  expect([made.length, installationSecret(undefined, join(folder, "data"))]).toEqual([43, made])
  expect(statSync(join(folder, "data/secret")).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(folder, "data"))).toEqual(["secret"])
  expect(installationSecret("given", join(folder, "data"))).toBe("given")
  rmSync(folder, { recursive: true })
})
