import { pathIn } from "@haitech/contract/languages"
import type { ReactNode } from "react"
import type { PageDefinition } from "#app/page-definition.ts"
import { usePage } from "#platform/page/page.tsx"
import type { Assets } from "./assets.ts"
import { SearchMetadata } from "./head.tsx"

interface Props {
  readonly assets: Assets
  readonly styles: string
  readonly overlays: string | undefined
  readonly definition: PageDefinition
  readonly isIndexed: boolean
  readonly children: ReactNode
}

// Browsers prefetch a page while the pointer rests on its link, except with data saver, theirs or ours. The Google sign-in
// and downloads must start only at a click.
const PREFETCHED = { selector_matches: ":root:not([data-save]) [href^='/']:not([href^='/api'],[href*=google])" }
const SPECULATION = JSON.stringify({ prefetch: [{ where: PREFETCHED, eagerness: "moderate" }] })

/** The HTML document of every page: head, inlined styles and the two inline scripts. */
export function Document({ assets, styles, overlays, definition, isIndexed, children }: Props) {
  const page = usePage()
  const { t, language, site } = page
  const about = definition.about?.(page) ?? { title: t(definition.title), description: t(definition.description) }
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>{about.title}</title>
        <meta name="description" content={about.description} />
        {isIndexed ? <SearchMetadata {...about} /> : <meta name="robots" content="noindex" />}
        <meta property="og:site_name" content={site.name} />
        <meta name="theme-color" content="#102779" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={pathIn(language, "/manifest.webmanifest")} />
        {!definition.isBare && <Inline tag="script" text={assets.theme} />}
        {definition.requestsFirst && assets.firstRequests && <Inline tag="script" text={assets.firstRequests} />}
        {definition.firstPart && <FirstPart id={definition.firstPart} script={assets.firstPart} />}
        {assets.served ? <link rel="stylesheet" href={assets.served.styles} /> : <Inline tag="style" text={styles} />}
        {/* Browsers fetch styles for another medium without delaying the page. The boot script applies them. */}
        {overlays && <link rel="stylesheet" href={overlays} media="print" />}
      </head>
      <body>
        {children}
        {!definition.isBare && <Scripts assets={assets} />}
      </body>
    </html>
  )
}

/** Otherwise browsers paint the header as soon as it arrives, and the text a quarter of a second later. */
function FirstPart({ id, script }: { readonly id: string; readonly script: string | undefined }) {
  return (
    <>
      <link rel="expect" href={`#${id}`} blocking="render" />
      {script && <Inline tag="script" text={script} />}
    </>
  )
}

function Scripts({ assets }: Pick<Props, "assets">) {
  return (
    <>
      <script type="speculationrules" dangerouslySetInnerHTML={{ __html: SPECULATION }} />
      {assets.served ? (
        <script type="module" src={assets.served.boot} />
      ) : (
        <script type="module" dangerouslySetInnerHTML={{ __html: assets.boot }} />
      )}
    </>
  )
}

function Inline({ tag: Tag, text }: { readonly tag: "script" | "style"; readonly text: string }) {
  return <Tag dangerouslySetInnerHTML={{ __html: text }} />
}
