import type { Language } from "@haitech/contract/languages"
import type { PageRequest } from "@haitech/contract/pages"
import type { ReactNode } from "react"
import type { MessageKey } from "#platform/i18n/texts.ts"

export interface About {
  readonly title: string
  readonly description: string
  readonly imageUrl?: string | null
  /** Those that the text exists in, if not all; the other pages show it in English. */
  readonly languages?: readonly Language[]
}

export interface PageDefinition {
  readonly title: MessageKey
  readonly description: MessageKey
  readonly body: () => ReactNode
  /** Replaces title and description on a page about one record. */
  readonly about?: (page: PageRequest) => About
  /** Excluded from search engines. */
  readonly personal?: true
  /** On a page with a long text: the id of its first part, without which nothing is painted. */
  readonly firstPart?: string
  /** Requests what the dashboard's first view reads before its scripts have loaded. */
  readonly requestsFirst?: true
  /** Without script. */
  readonly isBare?: true
}
