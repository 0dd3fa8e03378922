import { setImmediate as nextTurn } from "node:timers/promises"
import { LANGUAGES, type Language, pathIn } from "@haitech/contract/languages"
import type { PageRequest } from "@haitech/contract/pages"
import type { WatchedTable } from "#platform/db/changes.ts"
import type { PageRecords } from "./pages.ts"
import { createRefreshes } from "./refreshes.ts"
import { compressed, type StoredFile, storedPage } from "./stored-file.ts"

/** Brotli qualities: the best one takes forty times as long for a tenth less, so the first visitor does not wait for it. */
const [FAST_QUALITY, BEST_QUALITY] = [9, 11]

interface Options {
  readonly renderPage: (request: PageRequest) => string
  readonly files: Map<string, StoredFile>
  readonly ownScripts: ReadonlySet<string>
  readonly onChange: () => void
}

interface AddOptions {
  readonly constant?: boolean
  readonly tables?: readonly WatchedTable[]
}

type ReadRecords = (language: Language) => Promise<PageRecords>

/** Built pages that show records: rendered again when these have changed, and first when the server has started. */
export function createShownPages({ renderPage, files, ownScripts, onChange }: Options) {
  const records = new Map<string, PageRecords>()
  const renderings = new Map<string, Promise<void>>()
  const refreshes = createRefreshes()
  let lastRendering: Promise<unknown> = Promise.resolve()

  async function render(path: string, language: Language, quality: number): Promise<void> {
    const address = pathIn(language, path)
    const current = records.get(address)
    const page = storedPage(Buffer.from(renderPage({ path, language, ...current })), ownScripts)
    const encodings = await compressed(page.raw, quality)
    if (records.get(address) === current) files.set(address, { ...page, ...encodings })
  }

  /** One page at a time, because rendering blocks the event loop. */
  function renderFirst(path: string, language: Language): void {
    const address = pathIn(language, path)
    const rendering = lastRendering.then(() => nextTurn()).then(() => render(path, language, FAST_QUALITY))
    renderings.set(address, rendering)
    lastRendering = rendering.then(
      () => renderings.delete(address),
      () => undefined,
    )
  }

  function keep(address: string, current: PageRecords): boolean {
    if (JSON.stringify(current) === JSON.stringify(records.get(address))) return false
    records.set(address, current)
    onChange()
    return true
  }

  async function update(path: string, readRecords: ReadRecords): Promise<void> {
    for (const language of LANGUAGES) {
      const address = pathIn(language, path)
      if (!keep(address, await readRecords(language)) && !renderings.has(address)) continue
      await render(path, language, BEST_QUALITY)
      renderings.delete(address)
    }
  }

  return {
    recordsOf: (address: string) => records.get(address),
    /** Resolves when the page shows its records. @throws what rendering throws */
    async isShown(address: string): Promise<void> {
      await renderings.get(address)
    },
    refresh: refreshes.request,
    /** Reads `constant` records only once. @throws what `readRecords` throws */
    async add(
      path: string,
      readRecords: ReadRecords,
      { constant = false, tables = [] }: AddOptions = {},
    ): Promise<void> {
      if (!constant) refreshes.add(tables, () => update(path, readRecords))
      await Promise.all(
        LANGUAGES.map(async (language) => {
          keep(pathIn(language, path), await readRecords(language))
          renderFirst(path, language)
        }),
      )
      void lastRendering.then(() => compressBest(path, files)).catch(() => undefined)
    },
  }
}

async function compressBest(path: string, files: Map<string, StoredFile>): Promise<void> {
  for (const language of LANGUAGES) {
    const address = pathIn(language, path)
    const page = files.get(address)
    if (!page) continue
    const best = await compressed(page.raw, BEST_QUALITY)
    if (files.get(address) === page) files.set(address, { ...page, ...best })
  }
}
