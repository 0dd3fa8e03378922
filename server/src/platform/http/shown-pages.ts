import { setImmediate as nextTurn } from "node:timers/promises"
import { LANGUAGES, type Language, pathIn } from "@haitech/contract/languages"
import type { PageRequest } from "@haitech/contract/pages"
import { createConcurrencyLimit } from "#platform/concurrency-limit.ts"
import type { WatchedTable } from "#platform/db/changes.ts"
import type { PageRecords } from "./pages.ts"
import { createRefreshes } from "./refreshes.ts"
import { compressed, encoded, type StoredFile, storedPage } from "./stored-file.ts"

/** Brotli qualities: the best one takes forty times as long for a tenth less, so the first visitor does not wait for it. */
const [FAST_QUALITY, BEST_QUALITY] = [9, 11]
const ALL = Number.POSITIVE_INFINITY

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

/** Built pages that show records: rendered at their first request, and again when their records have changed. */
export function createShownPages({ onChange, ...options }: Options) {
  let notifyOfRedraw = () => {}
  const records = new Map<string, PageRecords>()
  const { unrendered, render, renderFirst } = createRenderings(options, records)
  const refreshes = createRefreshes()

  function keep(address: string, current: PageRecords): boolean {
    if (JSON.stringify(current) === JSON.stringify(records.get(address))) return false
    records.set(address, current)
    onChange()
    return true
  }

  async function update(path: string, readRecords: ReadRecords): Promise<void> {
    let hasChanged = false
    for (const language of LANGUAGES) {
      const address = pathIn(language, path)
      const isChanged = keep(address, await readRecords(language))
      if (isChanged && !unrendered.has(address)) await render({ path, language }, BEST_QUALITY)
      hasChanged ||= isChanged
    }
    if (hasChanged) notifyOfRedraw()
  }

  return {
    recordsOf: (address: string) => records.get(address),
    /** Resolves when the page shows its records. @throws what rendering throws */
    isShown: renderFirst,
    refresh: refreshes.request,
    onRedraw(listener: () => void): void {
      notifyOfRedraw = listener
    },
    /** Reads `constant` records only once. @throws what `readRecords` throws */
    async add(
      path: string,
      readRecords: ReadRecords,
      { constant = false, tables = [] }: AddOptions = {},
    ): Promise<void> {
      if (!constant) refreshes.add(tables, () => update(path, readRecords))
      await Promise.all(
        LANGUAGES.map(async (language) => {
          const address = pathIn(language, path)
          keep(address, await readRecords(language))
          unrendered.set(address, { path, language })
        }),
      )
    },
  }
}

type RenderingOptions = Omit<Options, "onChange">

function createRenderings(
  { renderPage, files, ownScripts }: RenderingOptions,
  records: ReadonlyMap<string, PageRecords>,
) {
  const unrendered = new Map<string, PageRequest>()
  const renderings = new Map<string, Promise<void>>()
  const [limitRendering, limitCompression] = [createConcurrencyLimit(1, ALL), createConcurrencyLimit(1, ALL)]

  /** False when the records have changed meanwhile. */
  async function render({ path, language }: PageRequest, quality: number): Promise<boolean> {
    const address = pathIn(language, path)
    const current = records.get(address)
    const page = storedPage(Buffer.from(renderPage({ path, language, ...current })), ownScripts)
    const encodings = await compressed(page.raw(), quality)
    if (records.get(address) !== current) return false
    files.set(address, encoded({ ...page, isShared: true }, encodings))
    unrendered.delete(address)
    return true
  }

  async function renderFast(address: string, page: PageRequest): Promise<void> {
    await limitRendering(async () => {
      do await nextTurn()
      while (!(await render(page, FAST_QUALITY)))
    })
    void limitCompression(() => compressBest(address, files)).catch(() => undefined)
  }

  async function renderFirst(address: string): Promise<void> {
    const page = unrendered.get(address)
    if (!page) return
    const rendering = renderings.get(address) ?? renderFast(address, page).finally(() => renderings.delete(address))
    renderings.set(address, rendering)
    await rendering
  }

  return { unrendered, render, renderFirst }
}

async function compressBest(address: string, files: Map<string, StoredFile>): Promise<void> {
  const page = files.get(address)
  if (!page) return
  const best = await compressed(page.raw(), BEST_QUALITY)
  if (files.get(address) === page) files.set(address, encoded(page, best))
}
