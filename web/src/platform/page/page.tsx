import type { PageRequest, Site } from "@haitech/contract/pages"
import { createContext, use } from "react"
import type { Translate } from "#platform/i18n/texts.ts"

/** What every component of a page can read during rendering, except islands: they get props only. */
export interface Page extends PageRequest {
  readonly t: Translate
  readonly site: Site
}

const PageContext = createContext<Page | null>(null)
export const PageProvider = PageContext.Provider

/** The page being rendered: `t` for texts, `language`, `path`, `site`, and `form` after a plain HTML post. */
export function usePage(): Page {
  const page = use(PageContext)
  if (!page) throw new Error("usePage outside of a page")
  return page
}
