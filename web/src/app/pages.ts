import type { ReactNode } from "react"
import type { PagePath } from "#platform/paths.ts"
import type { MessageKey } from "#platform/texts.ts"
import { LoadingPage as AdminLoadingPage } from "./admin/loading-page.tsx"
import { LoadingPage as MemberLoadingPage } from "./member/loading-page.tsx"
import { HomePage } from "./public/home-page.tsx"
import { NotFoundPage } from "./public/not-found-page.tsx"

/** A public page: what stands on it, and the words search engines and shared links show. */
export interface PageDefinition {
  readonly title: MessageKey
  readonly description: MessageKey
  readonly body: () => ReactNode
  /** Not for search engines: what stands there is a person's own. */
  readonly personal?: true
}

/** Every public page, in the order of §2's route table. */
export const pages: Partial<Record<PagePath, PageDefinition>> = {
  "/": { title: "home.title", description: "home.description", body: HomePage },
}

/** The first sight of the single-page apps, with their final outline, until their own script takes over. */
export const shells: Readonly<Record<string, PageDefinition>> = {
  "/member-dashboard": {
    title: "dashboard.title",
    description: "dashboard.description",
    body: MemberLoadingPage,
    personal: true,
  },
  "/admin": { title: "admin.title", description: "admin.description", body: AdminLoadingPage, personal: true },
}

/** §2: any other path shows this, with HTTP status 404 (D1). */
export const notFound: PageDefinition = {
  title: "not_found.title",
  description: "not_found.description",
  body: NotFoundPage,
}
