import type { PageRequest } from "@haitech/contract/pages"
import type { FastifyInstance } from "fastify"

/** A page as it leaves the server. */
export interface RenderedPage {
  readonly status: number
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/** Records that stand in a page itself. */
export type PageRecords = Omit<PageRequest, "path" | "language" | "form">

/** The public pages and their assets: built files kept in memory, or Vite while developing. */
export interface Pages {
  /** Answers every GET that is not a call: pages, assets, the 404 page. Called once, after all calls are mounted. */
  serve(app: FastifyInstance): Promise<void>
  /** The paths, without their language, that search engines may show. */
  findable(): readonly string[]
  /** Is there a page at this path, its language taken off (`/`, `/about`)? */
  has(path: string): boolean
  /** Draws a page for one request: the answer to a plain HTML form. */
  render(request: PageRequest, status: number): Promise<RenderedPage>
  /** From now on the page at `path` carries these records, at most half a minute old. */
  revalidate(path: string, records: () => Promise<PageRecords>): Promise<void>
  /**
   * Pages that exist because of a record: `path` ends with `/`, and `records` is asked with what follows it. Null is a
   * page that is not there.
   */
  renderOnDemand(path: string, records: (rest: string) => Promise<PageRecords | null>): void
}

/** The single-page apps: every address under one of these is the app's own affair. */
const APPS = ["/member-dashboard", "/learn", "/admin"]

/** The page that answers at a path, its language taken off: an app for all that is under it. */
export function pageAt(path: string): string {
  return APPS.find((app) => path.startsWith(`${app}/`)) ?? path
}

/** Nothing was built, or for another name or address. The message is one line for an administrator. */
export class PagesUnusableError extends Error {
  override readonly name = "PagesUnusableError"
}
