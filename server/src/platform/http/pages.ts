import type { Language } from "@haitech/contract/languages"
import type { ListSignature, PageRequest } from "@haitech/contract/pages"
import type { FastifyInstance } from "fastify"
import type { AssetStore } from "#platform/assets/asset-store.ts"
import type { WatchedTable } from "#platform/db/changes.ts"

export interface RenderedPage {
  readonly status: number
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

export type PageRecords = Omit<PageRequest, "path" | "language" | "form">

interface SavedPages {
  /** Without language prefix. */
  readonly pages: readonly string[]
  readonly fragments: readonly string[]
  /** Signed with the list, so that a device believes a copy of it. */
  readonly course?: Pick<ListSignature, "title" | "titleLanguage">
}

/** 500: a bug; 503: for the moment. */
export type FailureStatus = 500 | 503

export interface Pages {
  /** Also serves the assets of the builds that other processes run, and has them serve those of this one. */
  shareAssets(store: AssetStore): Promise<void>
  serve(app: FastifyInstance): Promise<void>
  findable(): readonly string[]
  has(path: string): boolean
  render(request: PageRequest, status: number): Promise<RenderedPage>
  /** What people see who open a page, or send a form without script, that fails. */
  failure(status: FailureStatus, language: Language): RenderedPage | undefined
  show(path: string, records: PageRecords): Promise<void>
  /** The records are read at a change of the `tables` and every 30 seconds. @throws what `records` throws at first */
  revalidate(
    path: string,
    records: (language: Language) => Promise<PageRecords>,
    tables?: readonly WatchedTable[],
  ): Promise<void>
  /** Reads the records of the pages that show a table again; without a name those of all pages. */
  refresh(table?: string): void
  /** Calls back whenever a page shows other records than before. */
  onRedraw(listener: () => void): void
  /** `path` ends with `/`; `records` gets the rest of the requested path and returns null where no page exists. */
  renderOnDemand(
    path: string,
    records: (rest: string, language: Language) => Promise<PageRecords | null>,
    // A shared page names nobody: an erasure does not reach the caches that keep it.
    options?: { readonly cacheControl?: string; readonly isShared?: boolean },
  ): void
  /** `path` + rest + `.json` lists the files that a device saves to open these pages offline; null where there are none. */
  listFiles(
    path: string,
    pagesOf: (rest: string, language: Language) => Promise<SavedPages | null>,
    sign?: (text: string) => string,
  ): void
}

const APPS = ["/member-dashboard", "/admin"]

export function pageAt(path: string): string {
  return APPS.find((app) => path.startsWith(`${app}/`)) ?? path
}

/** There is no build, or it is for other settings. The message is one line for the operator. */
export class PagesUnusableError extends Error {
  override readonly name = "PagesUnusableError"
}
