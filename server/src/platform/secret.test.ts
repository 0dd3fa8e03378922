import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { installationSecret } from "./secret.ts"

test("the secret is created once, readable by its owner only, and the setting overrides it", () => {
  const folder = mkdtempSync(join(tmpdir(), "secret-"))
  const first = installationSecret(undefined, join(folder, "data"))
  expect([first.length, installationSecret(undefined, join(folder, "data"))]).toEqual([43, first])
  expect(statSync(join(folder, "data/secret")).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(folder, "data"))).toEqual(["secret"])
  expect(installationSecret("setting", join(folder, "data"))).toBe("setting")
  rmSync(folder, { recursive: true })
})
