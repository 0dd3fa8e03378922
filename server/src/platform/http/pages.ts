import type { PageRequest } from "@haitech/contract/pages"
import type { FastifyInstance } from "fastify"

export interface RenderedPage {
  readonly status: number
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

export type PageRecords = Omit<PageRequest, "path" | "language" | "form">

/** The public pages and their assets: built files in memory, or Vite in development. */
export interface Pages {
  /** Serves every GET that is not a call: pages, assets, the 404 page. Called once, after all routes are mounted. */
  serve(app: FastifyInstance): Promise<void>
  /** The paths, without language prefix, that search engines may index. */
  findable(): readonly string[]
  /** Whether there is a page at this path without language prefix (`/`, `/about`). */
  has(path: string): boolean
  /** Renders a page for one request: the response to a plain HTML form. @throws {Problem} `server.busy` */
  render(request: PageRequest, status: number): Promise<RenderedPage>
  /** From now on the page at `path` shows these records, at most 30 seconds old. */
  revalidate(path: string, records: () => Promise<PageRecords>): Promise<void>
  /**
   * Adds pages that exist because of a record. `path` ends with `/`; `records` gets the rest of the requested path and
   * returns null for a page that does not exist.
   */
  renderOnDemand(path: string, records: (rest: string) => Promise<PageRecords | null>): void
}

/** The single-page apps; each serves every address under its path. */
const APPS = ["/member-dashboard", "/learn", "/admin"]

/** The page that serves a path without language prefix: for a path under an app, the app. */
export function pageAt(path: string): string {
  return APPS.find((app) => path.startsWith(`${app}/`)) ?? path
}

/** There is no build, or it is for other settings. The message is one line for the operator. */
export class PagesUnusableError extends Error {
  override readonly name = "PagesUnusableError"
}
