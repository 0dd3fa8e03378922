import { signedText } from "@haitech/contract/course-files"
import { type Language, pathIn } from "@haitech/contract/languages"
import type { ListSignature, PageFiles } from "@haitech/contract/pages"
import { createPageFiles } from "./page-files.ts"
import type { Pages } from "./pages.ts"
import { compressed, encoded, REVALIDATE, type StoredFile } from "./stored-file.ts"

const ENDING = ".json"
const QUALITY = 7
const LIST_AGE_MS = 10_000
const MAX_LISTS = 500

type ReadPages = Parameters<Pages["listFiles"]>[1]

interface Source {
  readonly path: string
  readonly pagesOf: ReadPages
  readonly sign: Parameters<Pages["listFiles"]>[2]
}

interface StoredList {
  readonly version: string
  readonly file: StoredFile
}

interface Options {
  readonly assets: ReadonlyMap<string, StoredFile>
  readonly findPage: (language: Language, path: string) => Promise<StoredFile | undefined>
}

/** The lists of files (`PageFiles`) that devices save, at the address of a page with `.json` behind it. */
export function createPageLists({ assets, findPage }: Options) {
  const sources: Source[] = []
  const listFiles = createPageFiles(assets)
  const lists = new Map<string, { readonly until: number; readonly list: Promise<StoredList | undefined> }>()

  async function create(
    { pagesOf, sign }: Source,
    path: { readonly rest: string; readonly address: string; readonly language: Language },
    before: StoredList | undefined,
  ): Promise<StoredList | undefined> {
    const { rest, address, language } = path
    const listed = await pagesOf(rest, language)
    if (!listed || listed.pages.length === 0) return undefined
    const pages = new Map<string, StoredFile>()
    for (const page of listed.pages) {
      const file = await findPage(language, page)
      if (file) pages.set(pathIn(language, page), file)
    }
    const fragments = listed.fragments.map((name) => `/fragments/${language}/${name}.html`)
    const list = listFiles(pages, fragments)
    if (list.version === before?.version) return before
    return storedList(sign && listed.course ? withSignature(list, { page: address, ...listed.course }, sign) : list)
  }

  return {
    add: (path: string, pagesOf: ReadPages, sign?: Source["sign"]) => void sources.push({ path, pagesOf, sign }),
    async find(language: Language, path: string): Promise<StoredFile | undefined> {
      if (!path.endsWith(ENDING)) return undefined
      const source = sources.find((candidate) => path.startsWith(candidate.path))
      if (!source) return undefined
      const address = pathIn(language, path.slice(0, -ENDING.length))
      const stored = lists.get(address)
      if (stored && stored.until > Date.now()) return (await stored.list)?.file
      const rest = path.slice(source.path.length, -ENDING.length)
      const before = stored?.list.catch(() => undefined)
      const list = Promise.resolve(before).then((known) => create(source, { rest, address, language }, known))
      lists.delete(address)
      lists.set(address, { until: Date.now() + LIST_AGE_MS, list })
      list.catch(() => lists.delete(address))
      const [oldest] = lists.keys()
      if (lists.size > MAX_LISTS && oldest !== undefined) lists.delete(oldest)
      return (await list)?.file
    },
  }
}

function withSignature(
  list: PageFiles,
  course: Pick<ListSignature, "page" | "title" | "titleLanguage">,
  sign: NonNullable<Source["sign"]>,
): PageFiles {
  const signed = { ...course, madeAt: new Date().toISOString() }
  return { ...list, signed: { ...signed, signature: sign(signedText(list, signed)) } }
}

async function storedList(list: PageFiles): Promise<StoredList> {
  const raw = Buffer.from(JSON.stringify(list))
  // Two processes sign the same list at other times: to a device it is the same.
  const file = { type: "application/json; charset=utf-8", cacheControl: REVALIDATE, etag: list.version, raw: () => raw }
  return { version: list.version, file: encoded(file, await compressed(raw, QUALITY)) }
}
