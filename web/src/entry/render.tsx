import { LANGUAGES, type Language } from "@haitech/contract/languages"
import type { PageRequest, Site } from "@haitech/contract/pages"
import type { ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { fragmentStyles, fragments } from "#app/fragments.ts"
import { islands } from "#app/islands.ts"
import { definitionOf, known, notFound } from "#app/pages.ts"
import { IslandAddressesProvider } from "#platform/island.tsx"
import { type Page, PageProvider } from "#platform/page.tsx"
import { translator } from "#platform/texts.ts"
import { Document } from "./document.tsx"
import { samples as recordPages } from "./samples.ts"

/** What the build made and every page refers to. Scripts and styles in here are inlined; the rest are addresses. */
export interface Assets {
  /** By `styleGroup` a page's path, since each carries only what it can wear. */
  readonly styles: Readonly<Record<string, string>>
  readonly theme: string
  readonly boot: string
  /** In development: the address of the style sheet and the boot module, instead of their text. */
  readonly served?: { readonly styles: string; readonly boot: string }
  readonly islands: Readonly<Record<string, string>>
  /** Where the styles of `fragmentStyles` are, by the name of the part; in development they are their source. */
  readonly fragmentStyles?: Readonly<Record<string, string>>
  /** Where the texts of an island are, by `<language>/<island>`. Without it they stand in the page. */
  readonly texts?: Readonly<Record<string, string>>
  /** Told of the texts of every island that is drawn: the build makes files of them. */
  readonly onTexts?: (name: string, texts: Readonly<Record<string, string>>) => void
}

const LOST = "/404"
const PATHS = Object.keys(known)

/** The paths, without their language, that search engines may show. */
export const findablePaths: readonly string[] = PATHS.filter((path) => !known[path]?.personal)

/** Every page in every language, for the build. The 404 page stands under `/404`. */
export const everyPage: readonly { path: string; language: Language }[] = [...PATHS, LOST].flatMap((path) =>
  LANGUAGES.map((language) => ({ path, language })),
)

/** Pages with records, for the build: see `samples.ts`. */
export const samples = recordPages

/** Every part in every language, for the build. */
export const everyFragment: readonly { name: string; language: Language }[] = Object.keys(fragments).flatMap((name) =>
  LANGUAGES.map((language) => ({ name, language })),
)

/** A part of a page: markup that the page takes in. It stands on no page in particular, so on the home page. */
export function renderFragment(name: string, language: Language, assets: Assets, site: Site): string {
  const Part = fragments[name]
  if (!Part) throw new Error(`there is no part ${name}`)
  const page: Page = { path: "/", language, site, t: translator(language, site.name) }
  const styles = assets.fragmentStyles?.[name] ?? (fragmentStyles[name] && `/${fragmentStyles[name]}`)
  return renderToStaticMarkup(
    <PageProvider value={page}>
      <IslandAddressesProvider value={islandAddresses(assets, `${name}-`, language)}>
        {styles && <link rel="stylesheet" href={styles} />}
        <Part />
      </IslandAddressesProvider>
    </PageProvider>,
  )
}

/** Every island by its name in `app/islands.ts`. */
export const islandNames: readonly string[] = Object.keys(islands)

/** Is there a page at this path, without its language? */
export function hasPage(path: string): boolean {
  return PATHS.includes(path)
}

/** Pages of one kind share their styles: `/blog` and everything under it. */
export function styleGroup(path: string): string {
  return `/${path.split("/")[1]}`
}

/** A whole HTML document. An unknown path gives the 404 page. */
export function render(request: PageRequest, assets: Assets, site: Site): string {
  const definition = definitionOf(request) ?? notFound
  const page: Page = { ...request, site, t: translator(request.language, site.name) }
  const Body = definition.body
  const markup = renderToStaticMarkup(
    <PageProvider value={page}>
      <IslandAddressesProvider value={islandAddresses(assets, "i", request.language)}>
        <Document
          assets={assets}
          styles={assets.styles[definition === notFound ? LOST : styleGroup(request.path)] ?? ""}
          definition={definition}
          findable={definition !== notFound && !definition.personal}
        >
          <Body />
        </Document>
      </IslandAddressesProvider>
    </PageProvider>,
  )
  return `<!doctype html>${markup.replace(EMPTY_SHAPES, "/>")}`
}

/** What is drawn holds nothing: there are hundreds of shapes in a page, and each may close itself. */
const EMPTY_SHAPES = /><\/(?:circle|path|stop|use)>/g

function islandAddresses(assets: Assets, prefix: string, language: Language) {
  let islandsSoFar = 0
  return {
    of(component: (props: never) => ReactNode) {
      const address = assets.islands[nameOf(component)]
      if (!address) throw new Error(`${component.name} is not built`)
      return address
    },
    ofTexts(component: (props: never) => ReactNode, texts: Readonly<Record<string, string>>) {
      const name = `${language}/${nameOf(component)}`
      assets.onTexts?.(name, texts)
      return assets.texts?.[name]
    },
    nextId: () => `${prefix}${islandsSoFar++}-`,
  }
}

function nameOf(component: (props: never) => ReactNode): string {
  const found = Object.entries(islands).find(([, known]) => (known as (props: never) => ReactNode) === component)
  if (!found) throw new Error(`${component.name} is not listed in app/islands.ts`)
  return found[0]
}
