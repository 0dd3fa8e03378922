import { type Language, pathIn } from "@haitech/contract/languages"
import type { PageFiles } from "@haitech/contract/pages"
import { createPageFiles } from "./page-files.ts"
import type { Pages } from "./pages.ts"
import { compressed, REVALIDATE, type StoredFile, tagOf } from "./stored-file.ts"

const ENDING = ".json"
const QUALITY = 7
const LIST_AGE_MS = 10_000
const MAX_LISTS = 500

type ReadPages = Parameters<Pages["listFiles"]>[1]

interface Source {
  readonly path: string
  readonly pagesOf: ReadPages
}

interface Options {
  readonly assets: ReadonlyMap<string, StoredFile>
  readonly findPage: (language: Language, path: string) => Promise<StoredFile | undefined>
}

/** The lists of files (`PageFiles`) that devices save, at the address of a page with `.json` behind it. */
export function createPageLists({ assets, findPage }: Options) {
  const sources: Source[] = []
  const listFiles = createPageFiles(assets)
  const lists = new Map<string, { readonly until: number; readonly file: Promise<StoredFile | undefined> }>()

  async function create({ pagesOf }: Source, rest: string, language: Language): Promise<StoredFile | undefined> {
    const listed = await pagesOf(rest, language)
    if (!listed || listed.pages.length === 0) return undefined
    const pages = new Map<string, StoredFile>()
    for (const page of listed.pages) {
      const file = await findPage(language, page)
      if (file) pages.set(pathIn(language, page), file)
    }
    const fragments = listed.fragments.map((name) => `/fragments/${language}/${name}.html`)
    return storedList(listFiles(pages, fragments))
  }

  return {
    add: (path: string, pagesOf: ReadPages) => void sources.push({ path, pagesOf }),
    async find(language: Language, path: string): Promise<StoredFile | undefined> {
      if (!path.endsWith(ENDING)) return undefined
      const source = sources.find((candidate) => path.startsWith(candidate.path))
      if (!source) return undefined
      const address = pathIn(language, path)
      const list = lists.get(address)
      if (list && list.until > Date.now()) return list.file
      const file = create(source, path.slice(source.path.length, -ENDING.length), language)
      lists.delete(address)
      lists.set(address, { until: Date.now() + LIST_AGE_MS, file })
      file.catch(() => lists.delete(address))
      const [oldest] = lists.keys()
      if (lists.size > MAX_LISTS && oldest !== undefined) lists.delete(oldest)
      return file
    },
  }
}

async function storedList(list: PageFiles): Promise<StoredFile> {
  const raw = Buffer.from(JSON.stringify(list))
  const file = { type: "application/json; charset=utf-8", cacheControl: REVALIDATE, etag: tagOf(raw), raw }
  return { ...file, ...(await compressed(raw, QUALITY)) }
}
