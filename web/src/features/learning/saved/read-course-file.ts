import { COURSE_FILE_LIMITS, COURSE_FILE_LIST, CourseFileList, signedText } from "@haitech/contract/course-files"
import type { ListSignature, PageFile, PageFiles } from "@haitech/contract/pages"
import { strFromU8, unzipSync } from "fflate"
import { fileNameOf } from "./course-file-names.ts"
import { digestOf } from "./save-files.ts"

export type SignedList = PageFiles & { readonly signed: ListSignature }

export interface CourseFile {
  readonly list: SignedList
  /** @throws {CourseFileError} unless the content is the listed one */
  read(file: PageFile): Promise<Uint8Array<ArrayBuffer>>
}

/** `damaged`: no course file of any site; `forged`: not signed by this one. */
class CourseFileError extends Error {
  override readonly name = "CourseFileError"
  readonly reason: "damaged" | "forged"
  constructor(reason: CourseFileError["reason"]) {
    super(reason)
    this.reason = reason
  }
}

/**
 * What is in a course file will run as pages of this site. So it is read only if the site signed its list, and consists
 * of exactly the listed files. Nothing is unpacked beyond its listed size.
 * @param key the site's public key
 * @throws {CourseFileError}
 */
export async function readCourseFile(file: Blob, key: string): Promise<CourseFile> {
  if (file.size > COURSE_FILE_LIMITS.bytes) throw new CourseFileError("damaged")
  const zip = new Uint8Array(await file.arrayBuffer())
  const names = namesIn(zip)
  const list = parseList(unpack(zip, COURSE_FILE_LIST, COURSE_FILE_LIMITS.listBytes))
  if (!(await isSigned(list, key))) throw new CourseFileError("forged")
  const expected = [COURSE_FILE_LIST, ...list.files.map(({ address }) => fileNameOf(address))]
  if (names.join("\n") !== expected.join("\n")) throw new CourseFileError("damaged")
  const read = async ({ address, bytes, digest }: PageFile) => {
    const content = unpack(zip, fileNameOf(address), bytes)
    if (content.length !== bytes || (await digestOf(content)) !== digest) throw new CourseFileError("damaged")
    return content
  }
  for (const listed of list.files) await read(listed)
  return { list, read }
}

function namesIn(zip: Uint8Array): string[] {
  const names: string[] = []
  unzip(zip, ({ name }) => {
    if (names.push(name) > COURSE_FILE_LIMITS.files + 1) throw new CourseFileError("damaged")
    return false
  })
  return names
}

function unpack(zip: Uint8Array, name: string, limit: number): Uint8Array<ArrayBuffer> {
  const content = unzip(zip, (entry) => entry.name === name && entry.originalSize <= limit)[name]
  if (!content) throw new CourseFileError("damaged")
  return content as Uint8Array<ArrayBuffer>
}

function unzip(zip: Uint8Array, filter: NonNullable<Parameters<typeof unzipSync>[1]>["filter"]) {
  try {
    return unzipSync(zip, filter ? { filter } : undefined)
  } catch {
    throw new CourseFileError("damaged")
  }
}

function parseList(content: Uint8Array): SignedList {
  try {
    return CourseFileList.parse(JSON.parse(strFromU8(content))) as SignedList
  } catch {
    throw new CourseFileError("damaged")
  }
}

async function isSigned(list: SignedList, key: string): Promise<boolean> {
  const curve = { name: "ECDSA", namedCurve: "P-256" }
  const publicKey = await crypto.subtle.importKey("raw", bytesOf(key), curve, false, ["verify"])
  const text = new TextEncoder().encode(signedText(list, list.signed))
  return crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, publicKey, bytesOf(list.signed.signature), text)
}

/** From Base64url. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text.replaceAll("-", "+").replaceAll("_", "/"))
  return Uint8Array.from(characters, (character) => character.charCodeAt(0))
}
