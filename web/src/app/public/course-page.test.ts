import { expect, test } from "vitest"
import { islandNames, render } from "#entry/render.tsx"
import { samples } from "#entry/samples.ts"

const ASSETS = {
  styles: {},
  theme: "",
  boot: "",
  islands: Object.fromEntries(islandNames.map((name) => [name, `/${name}.js`])),
}
const SITE = { name: "Lakou", url: "https://example.org", timeZone: "America/New_York" }

function renderCourse(learnersThisWeek: number | undefined): string {
  const sample = samples.find(({ path, language }) => path === "/learn/a" && language === "en")
  if (!sample) throw new Error("no sample of a course")
  const { learnersThisWeek: _, ...course } = sample
  return render({ ...course, ...(learnersThisWeek && { learnersThisWeek }) }, ASSETS, SITE)
}

function lightsOf(page: string): number {
  const hills = /<svg class="course-hills".*?<\/svg>/.exec(page)?.[0] ?? ""
  return hills.replace(/<path class="halo"[^>]*>/, "").match(/h0/g)?.length ?? 0
}

test.each([
  [5, 5],
  [37, 37],
  [61, 60],
])("%d learners of the week are %d lights", (learners, lights) => {
  const page = renderCourse(learners)
  expect(page).toContain(`${learners} people learn here this week`)
  expect(lightsOf(page)).toBe(lights)
})

test("without a number of learners there is no card", () => {
  expect(renderCourse(undefined)).not.toContain("learn here this week")
})
