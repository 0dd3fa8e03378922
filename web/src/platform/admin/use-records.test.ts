import type { ContactRecord } from "@haitech/contract/admin/outreach"
import { routes } from "@haitech/contract/routes"
import { expectTypeOf, test } from "vitest"
import { useDeletion } from "./use-deletion.ts"
import { useRecords } from "./use-records.ts"

const labels = { nameOf: () => "", deleted: () => "", failed: "" }

/** Never runs: the compiler checks it. */
function useContacts() {
  return useRecords(routes.listContacts, { filters: ["state", "subject"] })
}

test("a list has the rows and the filters of its route", () => {
  expectTypeOf<ReturnType<typeof useContacts>["rows"]>().toEqualTypeOf<ContactRecord[]>()
  expectTypeOf<Parameters<ReturnType<typeof useContacts>["set"]>[0]>().toEqualTypeOf<
    "limit" | "cursor" | "q" | "sort" | "state" | "subject"
  >()
})

test("the compiler refuses another filter, a route without a list, and the deletion of another list's rows", () => {
  expectTypeOf(function useMistakes() {
    // @ts-expect-error -- contacts have no role
    useRecords(routes.listContacts, { filters: ["role"] })
    // @ts-expect-error -- the reply is one record
    useRecords(routes.readContact)
    // @ts-expect-error -- only a field of the query can be set
    useContacts().set("role", "admin")
    const team = { list: routes.listTeamRecords, remove: routes.deleteTeamMember, restore: routes.restoreTeamMember }
    // @ts-expect-error -- the rows are contacts, the routes delete team members
    useDeletion(team, useContacts(), labels)
  }).toBeFunction()
})
