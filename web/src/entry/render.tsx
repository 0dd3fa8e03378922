import { LANGUAGES, type Language } from "@haitech/contract/languages"
import type { PageRequest, Site } from "@haitech/contract/pages"
import type { ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { fragmentStyles, fragments } from "#app/fragments.ts"
import { islands } from "#app/islands.ts"
import { appPaths, findPage, fixedPages, notFound } from "#app/pages.ts"
import { translator } from "#platform/i18n/texts.ts"
import { IslandAddressesProvider } from "#platform/page/island.tsx"
import { type Page, PageProvider } from "#platform/page/page.tsx"
import type { Assets } from "./assets.ts"
import { Document } from "./document.tsx"
import { samples as recordPages } from "./samples.ts"

const NOT_FOUND_PATH = "/404"
const PATHS = Object.keys(fixedPages)

/** Paths without the language prefix that search engines may index. */
export const findablePaths: readonly string[] = PATHS.filter((path) => !fixedPages[path]?.personal)

/** Every page in every language, for the build. The 404 page has the path `/404`. */
export const everyPage: readonly { path: string; language: Language }[] = [...PATHS, NOT_FOUND_PATH].flatMap((path) =>
  LANGUAGES.map((language) => ({ path, language })),
)

export const samples = recordPages

export { appPaths }

export const everyFragment: readonly { name: string; language: Language }[] = Object.keys(fragments).flatMap((name) =>
  LANGUAGES.map((language) => ({ name, language })),
)

/** Renders the HTML of a fragment. A fragment can appear on any page; its context is the home page. */
export function renderFragment(name: string, language: Language, assets: Assets, site: Site): string {
  const Fragment = fragments[name]
  if (!Fragment) throw new Error(`unknown fragment ${name}`)
  const page: Page = { path: "/", language, site, t: translator(language, site.name) }
  const styles = stylesOf(name, assets)
  return renderToStaticMarkup(
    <PageProvider value={page}>
      <IslandAddressesProvider value={islandAddresses(assets, `${name}-`, language)}>
        {styles && <link rel="stylesheet" href={styles} />}
        <Fragment />
      </IslandAddressesProvider>
    </PageProvider>,
  )
}

export const islandNames: readonly string[] = Object.keys(islands)

/** `path` has no language prefix. */
export function hasPage(path: string): boolean {
  return PATHS.includes(path)
}

/** Pages with one key share their styles: `/blog` and all below it do; a lesson needs more than a course. */
export function styleGroup(path: string): string {
  const [, first, course, lesson] = path.split("/")
  return first === "learn" && course ? `/learn/${lesson ? "lesson" : "course"}` : `/${first}`
}

/** Renders an HTML document. An unknown path renders the 404 page. */
export function render(request: PageRequest, assets: Assets, site: Site): string {
  const definition = findPage(request) ?? notFound
  const page: Page = { ...request, site, t: translator(request.language, site.name) }
  const Body = definition.body
  const group = definition === notFound ? NOT_FOUND_PATH : styleGroup(request.path)
  const markup = renderToStaticMarkup(
    <PageProvider value={page}>
      <IslandAddressesProvider value={islandAddresses(assets, "i", request.language, assets.lateStyles?.[group])}>
        <Document
          assets={assets}
          styles={assets.styles[group] ?? ""}
          overlays={assets.overlays?.[group]}
          definition={definition}
          isIndexed={definition !== notFound && !definition.personal}
        >
          <Body />
        </Document>
      </IslandAddressesProvider>
    </PageProvider>,
  )
  return `<!doctype html>${markup.replace(EMPTY_SHAPES, "/>")}`
}

/** Closing tags of empty SVG shapes. A page has hundreds, so self-closing tags save bytes. */
const EMPTY_SHAPES = /><\/(?:circle|path|stop|use)>/g

function islandAddresses(assets: Assets, prefix: string, language: Language, lateStyles?: string) {
  let count = 0
  return {
    of(component: (props: never) => ReactNode) {
      const address = assets.islands[nameOf(component)]
      if (!address) throw new Error(`${component.name} is not built`)
      return address
    },
    preloadsOf: (component: (props: never) => ReactNode) => assets.preloads?.[nameOf(component)] ?? [],
    ofTexts(component: (props: never) => ReactNode, texts: Readonly<Record<string, string>>) {
      const name = `${language}/${nameOf(component)}`
      assets.onTexts?.(name, texts)
      return assets.texts?.[name]
    },
    ofStyles: (fragment: string) => stylesOf(fragment, assets) ?? "",
    lateStyles,
    nextId: () => `${prefix}${count++}-`,
  }
}

function stylesOf(fragment: string, assets: Assets): string | undefined {
  return assets.fragmentStyles?.[fragment] ?? (fragmentStyles[fragment] && `/${fragmentStyles[fragment]}`)
}

function nameOf(component: (props: never) => ReactNode): string {
  const entry = Object.entries(islands).find(([, island]) => (island as (props: never) => ReactNode) === component)
  if (!entry) throw new Error(`${component.name} is not listed in app/islands.ts`)
  return entry[0]
}
