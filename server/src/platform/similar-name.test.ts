import { expect, test } from "vitest"
import { similarName } from "./similar-name.ts"

const NAMES = ["PORT", "HOST", "SMTP_URL", "DATABASE_URL"]

test.each([
  ["SMPT_URL", "SMTP_URL"],
  ["SMTP_UR", "SMTP_URL"],
  ["DATABASE_URI", "DATABASE_URL"],
  ["DATABASEURL", "DATABASE_URL"],
  ["POTR", "PORT"],
  ["PORTS", "PORT"],
  ["HOME", undefined],
  ["HOSTNAME", undefined],
  ["PORT", undefined],
  ["DATABASE", undefined],
  ["", undefined],
])("%s looks like %s", (name, meant) => {
  expect(similarName(name, NAMES)).toBe(meant)
})
