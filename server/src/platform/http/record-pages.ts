import type { Language } from "@haitech/contract/languages"
import type { PageRequest } from "@haitech/contract/pages"
import { createConcurrencyLimit } from "#platform/concurrency-limit.ts"
import type { Pages } from "./pages.ts"
import { compressed, encoded, type StoredFile, storedPage, tagOf } from "./stored-file.ts"

const MAX_PAGES = 1000
/** Brotli's. The best one takes twenty times as long for a twelfth less: it is for pages that are requested again. */
const [FAST_QUALITY, BEST_QUALITY] = [7, 11]

interface Source {
  readonly path: string
  readonly records: Parameters<Pages["renderOnDemand"]>[1]
  readonly cacheControl?: string
  readonly isShared?: boolean
}

export function createRecordPages(render: (request: PageRequest) => Promise<string>, ownScripts: ReadonlySet<string>) {
  const sources: Source[] = []
  const cache = new Map<string, Promise<StoredFile>>()
  const requestedAgain = new WeakSet<Promise<StoredFile>>()
  const limitCompression = createConcurrencyLimit(1, MAX_PAGES)

  async function stored(request: PageRequest, isShared: boolean): Promise<StoredFile> {
    const page = storedPage(Buffer.from(await render(request)), ownScripts)
    return encoded({ ...page, isShared }, await compressed(page.raw(), FAST_QUALITY))
  }

  async function compressBest(key: string, fast: Promise<StoredFile>): Promise<void> {
    const page = await fast
    const best = Promise.resolve(encoded(page, await compressed(page.raw(), BEST_QUALITY)))
    requestedAgain.add(best)
    if (cache.get(key) === fast) cache.set(key, best)
  }

  function cached(request: PageRequest, isShared: boolean): Promise<StoredFile> {
    const key = tagOf(Buffer.from(JSON.stringify(request)))
    const hit = cache.get(key)
    const file = hit ?? stored(request, isShared)
    if (hit && !requestedAgain.has(hit)) {
      requestedAgain.add(hit)
      limitCompression(() => compressBest(key, hit)).catch(() => undefined)
    }
    cache.delete(key)
    cache.set(key, file)
    if (!hit) file.catch(() => cache.get(key) === file && cache.delete(key))
    const [oldest] = cache.keys()
    if (cache.size > MAX_PAGES && oldest !== undefined) cache.delete(oldest)
    return file
  }

  return {
    add: (path: string, records: Source["records"], options?: Pick<Source, "cacheControl" | "isShared">) =>
      void sources.push({ path, records, ...options }),
    async find(language: Language, path: string): Promise<StoredFile | undefined> {
      const source = sources.find((candidate) => path.startsWith(candidate.path))
      const records = await source?.records(path.slice(source.path.length), language)
      if (!source || !records) return undefined
      const { cacheControl, isShared = false } = source
      const file = await cached({ path, language, ...records }, isShared)
      return cacheControl ? { ...file, cacheControl } : file
    },
  }
}
