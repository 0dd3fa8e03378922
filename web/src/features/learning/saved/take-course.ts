import { STORED_HEADERS } from "@haitech/contract/pages"
import { ARRIVING_FILES, SAVED_FILES } from "#platform/offline/caches.ts"
import { type CourseFile, readCourseFile, type SignedList } from "./read-course-file.ts"
import { DIGEST, missingFiles } from "./save-files.ts"
import { changeCourses, type SavedCourse, savedCourses } from "./saved-courses.ts"

/** `same` and `older`: the device already has this version, or a newer one. */
export interface TakenCourse {
  readonly outcome: "opened" | "same" | "older"
  readonly course: Pick<SavedCourse, "page" | "title" | "titleLanguage">
}

/**
 * Saves a course from a file: all of it or nothing.
 * @param key the site's public key
 * @throws {CourseFileError} for a file that is refused
 * @throws {DOMException} `QuotaExceededError` on a full device
 */
export async function takeCourse(file: Blob, key: string): Promise<TakenCourse> {
  const courseFile = await readCourseFile(file, key)
  const { page, title, titleLanguage } = courseFile.list.signed
  const outcome = await changeCourses((store) => save(courseFile, store))
  return { outcome, course: { page, title, titleLanguage } }
}

type Store = Parameters<Parameters<typeof changeCourses>[0]>[0]

async function save(file: CourseFile, store: Store): Promise<TakenCourse["outcome"]> {
  const { list } = file
  const courses = await savedCourses()
  const missing = await missingFiles(list.files)
  const before = courses.find(({ page }) => page === list.signed.page)
  if (before?.isComplete) {
    if (isNewer(before, list)) return "older"
    if (before.list.version === list.version && missing.length === 0) return "same"
  }
  const newer = newerFiles(courses, list)
  try {
    const arriving = await caches.open(ARRIVING_FILES)
    const taken = missing.filter(({ address }) => !newer.has(address))
    for (const listed of taken) {
      await arriving.put(
        listed.address,
        responseOf(await file.read(listed), list.headers[listed.headers], listed.digest),
      )
    }
    const { page, title, titleLanguage } = list.signed
    const course = { page, title, titleLanguage, list }
    // Cut off from here on, a version that was there before still opens, and a new course is none.
    if (before) await store({ ...course, isComplete: false }, before)
    const saved = await caches.open(SAVED_FILES)
    for (const { address } of taken) {
      const response = await arriving.match(address)
      if (response) await saved.put(address, response)
      await arriving.delete(address)
    }
    await store({ ...course, isComplete: true })
  } finally {
    await caches.delete(ARRIVING_FILES)
  }
  return "opened"
}

const isNewer = (course: SavedCourse, { signed }: SignedList) => (course.list.signed?.madeAt ?? "") > signed.madeAt

/** Files that other courses have, too, from a newer version of the site: an old file replaces none of them. */
function newerFiles(courses: readonly SavedCourse[], list: SignedList): ReadonlySet<string> {
  const newer = courses.filter(
    (course) => course.isComplete && course.page !== list.signed.page && isNewer(course, list),
  )
  return new Set(newer.flatMap((course) => course.list.files.map(({ address }) => address)))
}

function responseOf(
  content: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> | undefined,
  digest: string,
): Response {
  const response = new Response(content)
  for (const name of STORED_HEADERS) {
    const value = headers?.[name]
    if (value !== undefined) response.headers.set(name, value)
  }
  response.headers.set(DIGEST, digest)
  return response
}
