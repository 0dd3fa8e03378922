import type { Language } from "@haitech/contract/languages"
import type { PageRequest } from "@haitech/contract/pages"
import type { Pages } from "./pages.ts"
import { compressed, type StoredFile, storedPage, tagOf } from "./stored-file.ts"

const MAX_PAGES = 300
const QUALITY = 7

interface Source {
  readonly path: string
  readonly records: Parameters<Pages["renderOnDemand"]>[1]
}

export function createRecordPages(render: (request: PageRequest) => Promise<string>, ownScripts: ReadonlySet<string>) {
  const sources: Source[] = []
  const cache = new Map<string, StoredFile>()

  async function cached(request: PageRequest): Promise<StoredFile> {
    const key = tagOf(Buffer.from(JSON.stringify(request)))
    const hit = cache.get(key)
    if (hit) return hit
    const page = storedPage(Buffer.from(await render(request)), ownScripts)
    const file = { ...page, ...(await compressed(page.raw, QUALITY)) }
    cache.set(key, file)
    const [oldest] = cache.keys()
    if (cache.size > MAX_PAGES && oldest !== undefined) cache.delete(oldest)
    return file
  }

  return {
    add: (path: string, records: Source["records"]) => void sources.push({ path, records }),
    async find(language: Language, path: string): Promise<StoredFile | undefined> {
      const source = sources.find((candidate) => path.startsWith(candidate.path))
      const records = await source?.records(path.slice(source.path.length), language)
      return records ? cached({ path, language, ...records }) : undefined
    },
  }
}
