import type { Language } from "@haitech/contract/languages"
import type { PageRequest } from "@haitech/contract/pages"
import type { Pages } from "./pages.ts"
import { compressed, type StoredFile, storedPage, tagOf } from "./stored-file.ts"

const MOST_KEPT = 100
const FOR_SOME = 7

interface Source {
  readonly path: string
  readonly records: Parameters<Pages["renderOnDemand"]>[1]
}

/** Pages that exist because of a record. The record is read each time; a page is drawn again only when it differs. */
export function createRecordPages(draw: (request: PageRequest) => string) {
  const sources: Source[] = []
  const kept = new Map<string, StoredFile>()

  async function drawn(request: PageRequest): Promise<StoredFile> {
    const key = tagOf(Buffer.from(JSON.stringify(request)))
    const known = kept.get(key)
    if (known) return known
    const page = storedPage(Buffer.from(draw(request)))
    const file = { ...page, ...(await compressed(page.raw, FOR_SOME)) }
    kept.set(key, file)
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    return file
  }

  return {
    add: (path: string, records: Source["records"]) => void sources.push({ path, records }),
    /** The page at `path`, its language taken off. */
    async find(language: Language, path: string): Promise<StoredFile | undefined> {
      const source = sources.find((known) => path.startsWith(known.path))
      const records = await source?.records(path.slice(source.path.length))
      return records ? drawn({ path, language, ...records }) : undefined
    },
  }
}
