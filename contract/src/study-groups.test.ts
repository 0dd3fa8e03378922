import { expect, test } from "vitest"
import { createGroup, removeGroupPost } from "./admin/groups.ts"
import { joinStudyGroup, reportGroupPost, sendGroupPost } from "./study-groups.ts"

const id = "0198c0de-0000-7000-8000-000000000000"
const text = { name: "Go", description: "Learn Go" }
const meeting = { startsAt: "2027-01-01T14:00:00Z", minutes: 60, timeZone: "America/Port-au-Prince", url: null }
const group = { texts: { en: text }, capacity: 30, mentorId: null, meeting: null }

function issuesOf(result: { success: boolean; error?: { issues: readonly { message: string }[] } | undefined }) {
  return result.error?.issues.map(({ message }) => message) ?? []
}

test.each([
  [{}, []],
  [{ birthYear: 1900 }, []],
  [{ birthYear: 2100 }, []],
  [{ birthYear: 1899 }, ["birth_year.invalid"]],
  [{ birthYear: 2101 }, ["birth_year.invalid"]],
  [{ birthYear: 2000.5 }, ["birth_year.invalid"]],
  [{ birthYear: "2000" }, ["birth_year.invalid"]],
])("joining with %j gives the errors %j", (body, errors) => {
  expect(issuesOf(joinStudyGroup.body.safeParse(body))).toEqual(errors)
})

test.each([
  ["x".repeat(2000), []],
  ["x".repeat(2001), ["chat_message.too_long"]],
  ["  ", ["message.required"]],
  ["a\0", ["invalid"]],
])("a post with the message %j gives the errors %j", (message, errors) => {
  expect(issuesOf(sendGroupPost.body.safeParse({ id, message }))).toEqual(errors)
})

test.each([
  ["x".repeat(500), []],
  ["x".repeat(501), ["reason.too_long"]],
])("a report or removal with the reason %j gives the errors %j", (reason, errors) => {
  expect(issuesOf(reportGroupPost.body.safeParse({ reason }))).toEqual(errors)
  expect(issuesOf(removeGroupPost.body.safeParse({ reason }))).toEqual(errors)
})

test.each([
  [{}, []],
  [{ id }, []],
  [{ id: null }, ["id.invalid"]],
  [{ id: 1 }, ["id.invalid"]],
  [{ id: "0198c0de-0000-4000-8000-000000000000" }, ["id.invalid"]],
  [{ capacity: 2 }, []],
  [{ capacity: 1 }, ["capacity.invalid"]],
  [{ capacity: 200 }, []],
  [{ capacity: 201 }, ["capacity.invalid"]],
  [{ texts: { en: { ...text, name: "x".repeat(100) } } }, []],
  [{ texts: { en: { ...text, name: "x".repeat(101) } } }, ["name.too_long"]],
  [{ texts: { en: { ...text, description: "x".repeat(500) } } }, []],
  [{ texts: { en: { ...text, description: "x".repeat(501) } } }, ["group_text.too_long"]],
  [{ meeting }, []],
  [{ meeting: { ...meeting, minutes: 15 } }, []],
  [{ meeting: { ...meeting, minutes: 14 } }, ["duration.unknown"]],
  [{ meeting: { ...meeting, minutes: 240 } }, []],
  [{ meeting: { ...meeting, minutes: 241 } }, ["duration.unknown"]],
  [{ meeting: { ...meeting, timeZone: "Port-au-Prince" } }, ["time_zone.unknown"]],
  [{ meeting: { ...meeting, url: "http://meet.example.org" } }, ["url.invalid"]],
  [{ meeting: { ...meeting, url: "javascript:alert(1)" } }, ["url.invalid"]],
  [{ meeting: { ...meeting, url: "https://chat.whatsapp.com/abc" } }, ["url.personal"]],
  [{ meeting: { ...meeting, url: `https://${"x".repeat(492)}` } }, []],
  [{ meeting: { ...meeting, url: `https://${"x".repeat(493)}` } }, ["url.invalid"]],
])("a group with %j gives the errors %j", (fields, errors) => {
  expect(issuesOf(createGroup.body.safeParse({ ...group, ...fields }))).toEqual(errors)
})
