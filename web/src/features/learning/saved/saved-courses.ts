import type { PageFiles } from "@haitech/contract/pages"
import { backoff } from "#platform/http/backoff.ts"
import type { Connection } from "#platform/http/connection.ts"
import { download } from "#platform/http/fetch-file.ts"
import { SAVED_COURSES, SAVED_FILES } from "#platform/offline/caches.ts"
import { withTabLock } from "#platform/offline/single-flight.ts"
import { type Progress, saveFiles } from "./save-files.ts"

export interface SavedCourse {
  /** The address of the course's page, in the language in which it is saved. */
  readonly page: string
  readonly title: string
  /** That of the title. */
  readonly titleLanguage: string
  readonly list: PageFiles
  /** False while files are missing: saving was stopped, or goes on. */
  readonly isComplete: boolean
  /** An update of what was whole, which goes on by itself. Not once somebody has paused it. */
  readonly isUpdating?: boolean
  /** While an update goes on: addresses of the version before it, which still opens. */
  readonly replaced?: readonly string[]
}

const LOCK = "saved-courses"
/**
 * A page that changes while a course is saved no longer matches the list. The server renews its pages every 30 s and lists
 * every 10 s, each of its processes at its own time; these lists are asked for over at least as long.
 */
const MAX_LISTS = 8

/** The courses of this device, also those of which files are missing. */
export async function savedCourses(): Promise<SavedCourse[]> {
  if (!("caches" in globalThis)) return []
  const records = await caches.open(SAVED_COURSES)
  const responses = await Promise.all((await records.keys()).map((request) => records.match(request)))
  const courses = await Promise.all(responses.map((response): Promise<SavedCourse> | undefined => response?.json()))
  return courses.filter((course) => course !== undefined).toSorted((a, b) => a.title.localeCompare(b.title))
}

export async function savedCourse(page: string): Promise<SavedCourse | undefined> {
  return (await savedCourses()).find((course) => course.page === page)
}

/** What the course consists of now. @throws what `download` throws */
export async function fetchList(page: string, connection: Connection): Promise<PageFiles> {
  const { body } = await download(`${page}.json`, connection, "no-cache")
  return JSON.parse(new TextDecoder().decode(body))
}

/** Saves what is missing. Stopped or cut off, it goes on there the next time. @throws what `fetchList` and `saveFiles` throw */
export function saveCourse(
  course: Pick<SavedCourse, "page" | "title" | "titleLanguage">,
  onProgress: (progress: Progress) => void,
  connection: Connection,
): Promise<void> {
  return withTabLock(LOCK, async () => {
    const before = await savedCourse(course.page)
    const replaced = addressesOf(before)
    const isUpdating = before?.isComplete || before?.isUpdating || false
    for (let attempt = 0; attempt < MAX_LISTS; attempt++) {
      if (attempt > 0) await pause(backoff(attempt - 1), connection.signal)
      const list = await fetchList(course.page, connection)
      await store({ ...course, list, replaced, isUpdating, isComplete: false })
      if (await saveFiles(list.files, onProgress, connection)) {
        await store({ ...course, list, isComplete: true })
        return deleteUnlisted()
      }
    }
    throw new Error("the course changes while it is saved")
  })
}

export function pauseUpdate(page: string): Promise<void> {
  return withTabLock(LOCK, async () => {
    const course = await savedCourse(page)
    if (course?.isUpdating) await store({ ...course, isUpdating: false })
  })
}

/** @throws the signal's reason when it is aborted meanwhile */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    signal.addEventListener("abort", () => reject(signal.reason), { once: true })
    setTimeout(resolve, ms)
  })
}

function addressesOf(course: SavedCourse | undefined): string[] {
  return course ? [...course.list.files.map(({ address }) => address), ...(course.replaced ?? [])] : []
}

/**
 * Runs `change` while no other tab saves or removes a course; its argument stores the record of a course, and `before` is
 * the version that it replaces. Then files that no course has any longer are deleted.
 */
export function changeCourses<T>(
  change: (save: (course: SavedCourse, before?: SavedCourse) => Promise<void>) => Promise<T>,
): Promise<T> {
  return withTabLock(LOCK, async () => {
    try {
      return await change((course, before) => store(before ? { ...course, replaced: addressesOf(before) } : course))
    } finally {
      await deleteUnlisted()
    }
  })
}

export function removeCourse(page: string): Promise<void> {
  return withTabLock(LOCK, async () => {
    await (await caches.open(SAVED_COURSES)).delete(page)
    await deleteUnlisted()
  })
}

async function store(course: SavedCourse): Promise<void> {
  const json = new Response(JSON.stringify(course), { headers: { "content-type": "application/json" } })
  await (await caches.open(SAVED_COURSES)).put(course.page, json)
}

/** Courses share most files: scripts, styles, the interpreter. */
async function deleteUnlisted(): Promise<void> {
  const listed = new Set((await savedCourses()).flatMap(addressesOf))
  const files = await caches.open(SAVED_FILES)
  for (const request of await files.keys()) {
    if (!listed.has(new URL(request.url).pathname)) await files.delete(request)
  }
}
