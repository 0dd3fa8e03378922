import { readFileSync } from "node:fs"
import { ROLES } from "@haitech/contract/accounts"
import { api } from "@haitech/contract/api"
import { mayCall, ROLE_ACCESS, type RoleAccess } from "@haitech/contract/roles"
import type { Access } from "@haitech/contract/route"
import { expect, test } from "vitest"

const FILE = new URL("../../docs/ROLES.md", import.meta.url)
const TABLE = /(?<=<!-- table -->\n).*(?=<!-- end -->)/s

const CALLERS = ["guest", ...ROLES] as const
type Caller = (typeof CALLERS)[number]

const ACCESSES = ["public", "member", "tutor", "ambassador", "any-admin", "admin"] as const satisfies readonly Access[]

test("docs/ROLES.md has the table of the contract", async () => {
  const docs = readFileSync(FILE, "utf8")
  await expect(docs.replace(TABLE, `\n${table()}\n${callsOfRoles()}\n`)).toMatchFileSnapshot(FILE.pathname)
})

test("every access of a route is in the table", () => {
  const used = new Set<Access>(Object.values(api).map(({ access }) => access))
  expect([...used].filter((access) => !ACCESSES.some((listed) => listed === access))).toEqual([])
})

function table(): string {
  const rows = ACCESSES.map((access) => [
    `\`${access}\``,
    ...CALLERS.map((caller) => (isAllowed(access, caller) ? "yes" : "")),
  ])
  const head = [["access", ...CALLERS], ["", ...CALLERS].map(() => "---")]
  return [...head, ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("")
}

function isAllowed(access: Access, caller: Caller): boolean {
  if (access === "public") return true
  if (caller === "guest") return false
  if (access === "member") return true
  return isOfRole(access) ? mayCall(access, caller) : caller === "admin"
}

function isOfRole(access: Access): access is RoleAccess {
  return Object.hasOwn(ROLE_ACCESS, access)
}

function callsOfRoles(): string {
  const calls = Object.values(api).filter(({ access }) => isOfRole(access))
  const lines = calls.map(({ access, method, path }) => `| \`${access}\` | \`${method} ${path}\` |\n`).sort()
  return `| access | call |\n| --- | --- |\n${lines.join("")}`
}
