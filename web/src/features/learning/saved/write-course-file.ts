import { COURSE_FILE_LIST } from "@haitech/contract/course-files"
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from "fflate"
import { SAVED_FILES } from "#platform/offline/caches.ts"
import { fileNameOf } from "./course-file-names.ts"
import { missingFiles } from "./save-files.ts"
import { type SavedCourse, savedCourse } from "./saved-courses.ts"

/** Compressing them again costs time and saves nothing. */
const PACKED = /\.(?:png|webp|woff2)$/

/** A saved course as a zip. Null while the device lacks a part of it, or has it from before lists were signed. */
export async function writeCourseFile(page: string): Promise<File | null> {
  const course = await savedCourse(page)
  const madeAt = course?.list.signed?.madeAt
  if (!course?.isComplete || !madeAt || (await missingFiles(course.list.files)).length > 0) return null
  const parts: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    parts.push(part as Uint8Array<ArrayBuffer>)
  })
  const add = (name: string, bytes: Uint8Array) => {
    const entry = PACKED.test(name) ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
    entry.mtime = madeAt
    zip.add(entry)
    entry.push(bytes, true)
  }
  add(COURSE_FILE_LIST, strToU8(JSON.stringify(course.list)))
  const stored = await caches.open(SAVED_FILES)
  for (const { address } of course.list.files) {
    const response = await stored.match(address)
    if (!response) return null
    add(fileNameOf(address), new Uint8Array(await response.arrayBuffer()))
  }
  zip.end()
  return new File(parts, nameOf(course), { type: "application/zip" })
}

/** Characters that a file name cannot have on some system, or that hide its ending, become spaces. */
function nameOf({ title }: SavedCourse): string {
  const name = title.replace(/[\p{C}\\/:*?"<>|]+/gu, " ").trim()
  return `${name.slice(0, 80)}.zip`
}
