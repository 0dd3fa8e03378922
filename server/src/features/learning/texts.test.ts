import { afterEach, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"
import { CHOICE, courseFile, lessonFile, lessonMarkdown, loadTestCourses, PROGRAM } from "#testing-courses.ts"

let app: TestApp
let ada: Browser
let id: string
beforeEach(async () => {
  app = await createTestApp()
  ada = await signInAsAdmin(app, "ada")
  id = (await loadTestCourses(app))["python/hello"] ?? ""
})
afterEach(() => app.close())

const urlOf = (language = "en") => `/api/admin/lessons/${id}/texts/${language}`
const read = async (language?: string) => (await ada.send("GET", urlOf(language))).json()
const save = (content: string, version?: string | null, language?: string) =>
  ada.send("PUT", `${urlOf(language)}/draft`, { content, ...(version !== undefined && { version }) })
const publish = (body: object = {}, language?: string) => ada.send("POST", `${urlOf(language)}/publication`, body)
const codeOf = (response: Awaited<ReturnType<typeof save>>) => [response.statusCode, response.json().code]
const fieldsOf = (response: Awaited<ReturnType<typeof save>>) => [response.statusCode, response.json().fields]
const page = async (language = "en") =>
  (await app.send({ method: "GET", url: "/api/courses", headers: { "accept-language": language } })).json()
const lessonsIn = async (language: string) => {
  const [{ id: courseId }] = await page()
  const url = `/api/courses/${courseId}`
  return (await app.send({ method: "GET", url, headers: { "accept-language": language } })).json().lessons
}

test("a draft changes nothing for readers until it is published", async () => {
  const draft = (await save(lessonMarkdown("Bonjou tout moun"))).json()
  expect(draft).toMatchObject({ state: "ready", isEdited: false, hasDraft: true, draft: { isOutdated: false } })
  expect([draft.content.includes("title: hello"), (await lessonsIn("en"))[0].title]).toEqual([true, "hello"])
  const published = (await publish({ version: draft.draft.version })).json()
  expect(published).toMatchObject({ isEdited: true, hasDraft: false, draft: null, lessonTitle: "Bonjou tout moun" })
  expect((await lessonsIn("en"))[0].title).toBe("Bonjou tout moun")
  const [entry] = (await ada.send("GET", `/api/admin/audit?about=${id}`)).json()
  expect(entry).toMatchObject({ action: "lesson_text.published", after: { language: "en" } })
})

test("publishing the text of the file again makes it the file's text", async () => {
  const { content } = await read()
  await save(lessonMarkdown("Another"))
  expect((await publish()).json().isEdited).toBe(true)
  await save(content)
  expect((await publish()).json()).toMatchObject({ isEdited: false, content })
})

test("a release does not replace a text that was published on the site", async () => {
  await save(lessonMarkdown("Edited"))
  await publish()
  await loadTestCourses(app, [courseFile({ lessons: [lessonFile("hello", 1, { en: lessonMarkdown("New") })] })])
  expect((await read()).lessonTitle).toBe("Edited")
})

test("a draft shows that a release has changed the text meanwhile", async () => {
  await save(lessonMarkdown("Draft"))
  await loadTestCourses(app, [courseFile({ lessons: [lessonFile("hello", 1, { en: lessonMarkdown("New") })] })])
  expect((await read()).draft).toMatchObject({ isOutdated: true })
})

test("of two administrators who load the same draft, the second save is refused", async () => {
  expect(codeOf(await save("First", null))).toEqual([200, undefined])
  const { version } = (await read()).draft
  expect(codeOf(await save("Second", null))).toEqual([409, "record.changed"])
  expect(codeOf(await save("Third", version))).toEqual([200, undefined])
  expect(codeOf(await save("Fourth", version))).toEqual([409, "record.changed"])
  expect(codeOf(await publish({ version }))).toEqual([409, "record.changed"])
  expect((await read()).draft.content).toBe("Third\n")
})

test("a draft of a text that another administrator has published since is refused, and neither text is lost", async () => {
  const { version: textVersion } = await read()
  await save(lessonMarkdown("Theirs"))
  await publish()
  const mine = { content: lessonMarkdown("Mine"), version: null, textVersion }
  const saveMine = (body: object) => ada.send("PUT", `${urlOf()}/draft`, body)
  expect(codeOf(await saveMine(mine))).toEqual([409, "record.changed"])
  const current = await read()
  expect([current.lessonTitle, current.hasDraft]).toEqual(["Theirs", false])
  expect(codeOf(await saveMine({ ...mine, textVersion: current.version }))).toEqual([200, undefined])
  expect(codeOf(await publish({ textVersion }))).toEqual([409, "record.changed"])
  expect((await publish({ textVersion: current.version })).statusCode).toBe(200)
})

test("saving a draft again does not hide that the text under it has changed", async () => {
  await save(lessonMarkdown("Draft"))
  await loadTestCourses(app, [courseFile({ lessons: [lessonFile("hello", 1, { en: lessonMarkdown("New") })] })])
  expect((await save(lessonMarkdown("Draft, again"))).json().draft.isOutdated).toBe(true)
})

test("a draft that was saved after the page was loaded is not deleted", async () => {
  const { version } = (await save("First")).json().draft
  await save("Second")
  expect(codeOf(await ada.send("DELETE", `${urlOf()}/draft?version=${version}`))).toEqual([409, "record.changed"])
  expect((await read()).draft.content).toBe("Second\n")
})

test("of ten saves at once that were loaded together, one is stored", async () => {
  const statuses = await Promise.all(Array.from({ length: 10 }, async (_, at) => codeOf(await save(`${at}`, null))[0]))
  expect(statuses.sort()).toEqual([200, ...Array(9).fill(409)])
})

test("a new translation is published with the version of the English text that it translates", async () => {
  expect(await read("ht")).toMatchObject({ state: "missing", content: null, updatedAt: null, draft: null })
  expect((await read("ht")).source).toContain("title: hello")
  await save(lessonMarkdown("Bonjou"), null, "ht")
  expect((await publish({ isUpToDate: true }, "ht")).json()).toMatchObject({ state: "ready", isEdited: true })
  expect((await lessonsIn("ht"))[0]).toMatchObject({ title: "Bonjou", language: "ht" })
  expect((await lessonsIn("en"))[0].title).toBe("hello")
  await save(lessonMarkdown("Hello again"))
  await publish()
  expect(await read("ht")).toMatchObject({ state: "outdated" })
  await save(lessonMarkdown("Bonjou ankò"), null, "ht")
  expect((await publish({}, "ht")).json()).toMatchObject({
    state: "outdated",
    content: expect.stringContaining("ankò"),
  })
})

test.each([
  ["a text without front matter", "Hello", "content.unreadable"],
  ["a block with a mistake", lessonMarkdown("Hello", CHOICE.replace("correct: true", "")), "content.unreadable"],
])("%s is a draft, but cannot be published", async (_what, content, error) => {
  expect((await save(content)).statusCode).toBe(200)
  const response = await publish()
  expect(fieldsOf(response)).toEqual([400, { content: expect.any(String) }])
  expect(response.json().fields.content).toBe((await errorText(error)).content)
  expect((await read()).draft.content).toBe(`${content.trim()}\n`)
})

test.each([2, 3_000_000_000])(
  "an English text in part %d, which its course does not have, cannot be published",
  async (part) => {
    await save(lessonMarkdown("Hello").replace("part: 1", `part: ${part}`))
    expect(fieldsOf(await publish())).toEqual([400, await errorText("content.part_unknown")])
    await save(lessonMarkdown("Hello").replace("part: 1", "part: 2"))
    await loadTestCourses(app, [courseFile({ texts: { en: { parts: ["One", "Two"] } } })])
    expect((await publish()).statusCode).toBe(200)
  },
)

test("a translation with other exercises than the English text cannot be published", async () => {
  await save(lessonMarkdown("Bonjou", PROGRAM), null, "ht")
  const response = await publish({ isUpToDate: true }, "ht")
  expect(response.json().fields).toEqual(await errorText("content.differs"))
})

async function errorText(error: string) {
  const { default: messages } = await import("@haitech/messages/en.json", { with: { type: "json" } })
  return { content: Object.entries(messages).find(([key]) => key === `field.${error}`)?.[1] }
}

test("without a draft there is nothing to publish, and deleting one twice is in the audit log once", async () => {
  expect(codeOf(await publish())).toEqual([409, "record.changed"])
  await save("Draft")
  for (const _ of [1, 2])
    expect((await ada.send("DELETE", `${urlOf()}/draft`)).json()).toMatchObject({ hasDraft: false, state: "ready" })
  const entries = (await ada.send("GET", `/api/admin/audit?about=${id}`)).json()
  expect(entries.map(({ action }: { action: string }) => action)).toEqual(["lesson_text.draft_deleted"])
})

test.each([
  ["an unknown lesson", () => urlOf().replace(id, "0198c0de-0000-7000-8000-000000000000"), 404],
  ["an unknown language", () => urlOf("de"), 400],
])("%s has no text", async (_what, url, status) => {
  expect((await ada.send("GET", url())).statusCode).toBe(status)
  expect((await ada.send("PUT", `${url()}/draft`, { content: "Text" })).statusCode).toBe(status)
})

test.each([
  ["", 400],
  ["x".repeat(60_000), 200],
  ["x".repeat(60_001), 400],
])("a draft has 1 to 60,000 characters", async (content, status) => {
  expect((await save(content)).statusCode).toBe(status)
})

test("the preview shows the blocks of a lesson and stores nothing", async () => {
  const { lesson, problem } = (
    await ada.send("POST", "/api/admin/lesson-previews", { content: lessonMarkdown("Hi") })
  ).json()
  expect([problem, lesson.title, lesson.blocks.map(({ kind }: { kind: string }) => kind)]).toEqual([
    null,
    "Hi",
    ["text", "exercise"],
  ])
  expect((await read()).hasDraft).toBe(false)
})

test.each([
  ["no front matter", "Hello", 1],
  ["a field that is missing", lessonMarkdown("Hi").replace("minutes: 8\n", ""), null],
  ["a block that is not closed", lessonMarkdown("Hi", "Text.\n\n```exercise\nid: x"), 10],
  ["a block without a right answer", lessonMarkdown("Hi", CHOICE.replace("correct: true", "")), 11],
  ["a block that is not YAML", lessonMarkdown("Hi", CHOICE.replace("type: choice", "type: [choice")), 13],
])("the preview says in which line %s is", async (_what, content, line) => {
  const { lesson, problem } = (await ada.send("POST", "/api/admin/lesson-previews", { content })).json()
  expect([lesson, problem.line]).toEqual([null, line])
})
