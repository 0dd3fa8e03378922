import * as z from "zod/mini"
import { LANGUAGES } from "./languages.ts"
import { type ListSignature, type PageFiles, STORED_HEADERS } from "./pages.ts"

/** A course file is a zip: this list first, then the files of the list in its order. */
export const COURSE_FILE_LIST = "course.json"

export const COURSE_FILE_LIMITS = { listBytes: 1_000_000, files: 1000, bytes: 60_000_000 } as const

const SLUG = "[a-z0-9]+(?:-[a-z0-9]+)*"
const PREFIX = `(?:/(?:${LANGUAGES.filter((language) => language !== "en").join("|")}))?`
const PAGE = new RegExp(`^${PREFIX}/learn/${SLUG}$`)
const PAGES = `${PREFIX}/(?:saved|learn(?:/${SLUG}){0,2})`
const FILES = String.raw`/(?:assets|fonts|fragments|run)(?:/\w[\w~-]*)*/\w[\w.~-]*\.\w+|/icon\.svg|/reload\.js`
const ADDRESS = new RegExp(`^(?:${PAGES}|${FILES})$`)

const File = z.strictObject({
  address: z.string().check(z.maxLength(200), z.regex(ADDRESS)),
  bytes: z.int().check(z.gte(0), z.lte(COURSE_FILE_LIMITS.bytes)),
  sentBytes: z.int().check(z.gte(0)),
  digest: z.string().check(z.regex(/^[\w-]{43}$/)),
  headers: z.int().check(z.gte(0)),
})

const Header = z.optional(z.string().check(z.maxLength(10_000)))
const Headers = z.strictObject({
  "content-type": Header,
  "content-security-policy": Header,
  "permissions-policy": Header,
  "cross-origin-opener-policy": Header,
  "cross-origin-resource-policy": Header,
  "referrer-policy": Header,
  "x-content-type-options": Header,
} satisfies Readonly<Record<(typeof STORED_HEADERS)[number], typeof Header>>)

export const CourseFileList = z
  .strictObject({
    version: z.string().check(z.maxLength(100)),
    files: z.array(File).check(z.minLength(1), z.maxLength(COURSE_FILE_LIMITS.files)),
    headers: z.array(Headers),
    signed: z.strictObject({
      page: z.string().check(z.maxLength(100), z.regex(PAGE)),
      title: z.string().check(z.minLength(1), z.maxLength(200)),
      titleLanguage: z.enum(LANGUAGES),
      madeAt: z.iso.datetime(),
      signature: z.string().check(z.regex(/^[\w-]{86}$/)),
    }),
  })
  .check(z.refine(isConsistent))

interface Listed {
  readonly files: PageFiles["files"]
  readonly headers: readonly unknown[]
  readonly signed: ListSignature
}

function isConsistent({ files, headers, signed }: Listed): boolean {
  const addresses = new Set(files.map(({ address }) => address))
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return (
    addresses.size === files.length &&
    addresses.has(signed.page) &&
    bytes <= COURSE_FILE_LIMITS.bytes &&
    files.every((file) => file.headers < headers.length)
  )
}

/** What the site signs of a course's list: all that decides what a device runs, in one order. */
export function signedText(
  { version, files, headers }: Omit<PageFiles, "signed">,
  { page, title, titleLanguage, madeAt }: Omit<ListSignature, "signature">,
): string {
  return JSON.stringify([
    "course file 1",
    [page, title, titleLanguage, madeAt, version],
    headers.map((set) => STORED_HEADERS.map((name) => set[name] ?? null)),
    files.map(({ address, bytes, sentBytes, digest, headers: at }) => [address, bytes, sentBytes, digest, at]),
  ])
}
