import { LANGUAGES } from "@haitech/contract/languages"
import type { ReactNode } from "react"
import type { PageDefinition } from "#app/pages.ts"
import { usePage } from "#platform/page.tsx"
import { address, type PagePath } from "#platform/paths.ts"
import type { Assets } from "./render.tsx"

interface Props {
  readonly assets: Assets
  readonly styles: string
  readonly definition: PageDefinition
  readonly findable: boolean
  readonly children: ReactNode
}

// A page is fetched when a pointer rests on its link; a browser that saves data does not.
const SPECULATION = JSON.stringify({ prefetch: [{ where: { href_matches: "/*" }, eagerness: "moderate" }] })

/** The document around every public page: head, inlined styles and the two inline scripts. */
export function Document({ assets, styles, definition, findable, children }: Props) {
  const { t, language, site } = usePage()
  const title = t(definition.title)
  const description = t(definition.description)
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        {findable ? <Findable title={title} description={description} /> : <meta name="robots" content="noindex" />}
        <meta property="og:site_name" content={site.name} />
        <meta name="theme-color" content="#102779" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <Inline tag="script" text={assets.theme} />
        {assets.served ? <link rel="stylesheet" href={assets.served.styles} /> : <Inline tag="style" text={styles} />}
      </head>
      <body>
        {children}
        <script type="speculationrules" dangerouslySetInnerHTML={{ __html: SPECULATION }} />
        {assets.served ? (
          <script type="module" src={assets.served.boot} />
        ) : (
          <script type="module" dangerouslySetInnerHTML={{ __html: assets.boot }} />
        )}
      </body>
    </html>
  )
}

/** For search engines and shared links; addresses are whole, as both ask for. */
function Findable({ title, description }: { readonly title: string; readonly description: string }) {
  const { path, language, site } = usePage()
  const here = site.url + address(language, path as PagePath)
  return (
    <>
      <link rel="canonical" href={here} />
      {LANGUAGES.map((other) => (
        <link key={other} rel="alternate" hrefLang={other} href={site.url + address(other, path as PagePath)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={site.url + path} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={here} />
      <meta property="og:locale" content={language} />
    </>
  )
}

function Inline({ tag: Tag, text }: { readonly tag: "script" | "style"; readonly text: string }) {
  return <Tag dangerouslySetInnerHTML={{ __html: text }} />
}
