import type { Finding } from "@haitech/contract/admin/system"
import { expect, test } from "vitest"
import { areasOf, countLevel } from "./findings.ts"

const found = (...codes: readonly string[]) => codes.map((code) => ({ code, values: {} }) as Finding)

test("areas with errors come first, then those with warnings, and each keeps its order", () => {
  const areas = areasOf(found("release", "disk_free", "mail_refused", "spf_missing", "jobs_failed", "google_off"))
  expect(areas.map(({ name }) => name)).toEqual(["email", "jobs", "settings", "machine", "google"])
  expect(areas[0]?.findings.map(({ code }) => code)).toEqual(["mail_refused", "spf_missing"])
  expect([countLevel(areas, "error"), countLevel(areas, "warning"), countLevel(areas, "ok")]).toEqual([1, 2, 3])
})

test("a finding of a newer server is left out", () => {
  expect(areasOf(found("asteroid_near", "release")).map(({ name }) => name)).toEqual(["settings"])
})
