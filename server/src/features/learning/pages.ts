import type { CourseDetail } from "@haitech/contract/courses"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import type { PageRecords, Pages } from "#platform/http/pages.ts"
import type { SitemapEntry } from "#platform/http/sitemap.ts"
import { countLearners, publishedPages } from "./queries/courses.ts"
import { type CourseDeps, findCourse, findLesson, listPublished } from "./routes/courses.ts"
import { readPage } from "./service/certificates.ts"

export async function mountLearningPages(
  pages: Pick<Pages, "show" | "revalidate" | "renderOnDemand" | "listFiles">,
  deps: CourseDeps & Pick<Deps, "site" | "organization" | "now" | "signer">,
): Promise<void> {
  await pages.show("/saved", { courseFileKey: deps.signer.publicKey })
  const readCourses = async (language: Language) => ({ courses: await listPublished(deps, language) })
  await pages.revalidate("/learn", readCourses, ["course_texts", "courses", "lesson_texts", "lessons"])
  const readPageOf = async (rest: string, language: Language): Promise<PageRecords | null> => {
    const [courseSlug = "", lessonSlug, ...others] = rest.split("/")
    const course = others.length > 0 ? null : await findCourse(deps, courseSlug, language)
    if (!course) return null
    if (lessonSlug === undefined) return { course, ...(await learnersOf(deps, course)) }
    const lesson = await findLesson(deps, course, lessonSlug, language)
    return lesson && { course, lesson }
  }
  pages.renderOnDemand("/learn/", readPageOf, { isShared: true })
  const listCourse = async (courseSlug: string, language: Language) => {
    const course = await findCourse(deps, courseSlug, language)
    if (!course) return null
    const address = `/learn/${course.slug}`
    const lessons = course.lessons.map(({ slug }) => `${address}/${slug}`)
    return {
      pages: ["/saved", "/learn", ...lessons, address],
      fragments: OFFLINE_FRAGMENTS,
      course: { title: course.title, titleLanguage: course.language },
    }
  }
  pages.listFiles("/learn/", listCourse, deps.signer.sign)
  pages.listFiles("/saved", async (rest) => (rest === "" ? { pages: ["/saved"], fragments: [] } : null))
  pages.renderOnDemand("/certificate/", async (code) => {
    const certificate = await readPage(deps, code)
    return certificate ? { certificate } : null
  })
}

export async function coursePaths({ db }: CourseDeps): Promise<SitemapEntry[]> {
  const pages = await publishedPages(db)
  return pages.map(({ course, lesson, languages, changedAt }) => ({
    path: lesson === null ? `/learn/${course}` : `/learn/${course}/${lesson}`,
    languages,
    changedAt: changedAt.toISOString(),
  }))
}

const OFFLINE_FRAGMENTS = ["code", "errors"]

const WEEK_MS = 7 * 86_400_000
/** Of fewer learners somebody could guess who they are. */
const FEWEST_LEARNERS = 5

async function learnersOf({ db, now }: Pick<Deps, "db" | "now">, { id }: CourseDetail): Promise<PageRecords> {
  const learnersThisWeek = await countLearners(db, id, new Date(now().getTime() - WEEK_MS))
  return learnersThisWeek < FEWEST_LEARNERS ? {} : { learnersThisWeek }
}
