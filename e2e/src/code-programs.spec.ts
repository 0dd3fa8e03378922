import { readCourses } from "@haitech/content/courses"
import { LANGUAGES } from "@haitech/contract/languages"
import { needsRun, passesTest } from "@haitech/web/features/learning/code/judge.ts"
import { expect } from "@playwright/test"
import { test } from "./fixtures.ts"
import { openRunner } from "./programs.ts"

// Busy machines start a frame slowly; only a program that does not end takes this long.
const RUN_MS = 8000

test("the solution of each shipped program passes its tests, and its wrong programs and its starter fail one", async ({
  page,
}) => {
  const run = await openRunner(page)
  const unexpected: string[] = []
  for (const { where, exercise } of await shippedPrograms()) {
    const { language } = exercise
    const passes = async (source: string) => {
      for (const task of exercise.tests) {
        const job = { source, input: task.input, check: task.check }
        const result = needsRun(task) ? await run(language, job, RUN_MS) : null
        if (!passesTest(task, { language, source }, result)) return false
      }
      return true
    }
    if (!(await passes(exercise.solution))) unexpected.push(`${where}: the solution fails`)
    for (const source of [exercise.starter, ...exercise.wrong])
      if (await passes(source)) unexpected.push(`${where}: passes all tests: ${source}`)
  }
  expect(unexpected).toEqual([])
})

async function shippedPrograms() {
  const courses = await readCourses()
  return courses.flatMap(({ slug, lessons }) =>
    lessons.flatMap((lesson) =>
      LANGUAGES.flatMap((language) =>
        (lesson.texts[language]?.blocks ?? []).flatMap((block) =>
          block.kind === "exercise" && block.exercise.type === "code"
            ? [{ where: `${slug}/${language}/${lesson.slug}/${block.exercise.id}`, exercise: block.exercise }]
            : [],
        ),
      ),
    ),
  )
}
