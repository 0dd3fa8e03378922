import { createContext, type ReactNode, use } from "react"
import { renderToString } from "react-dom/server"

/** When the browser loads an island's script: near the viewport, or at the first click or focus; `interaction` also when idle. */
export type When = "visible" | "interaction" | "touch"

type Texts = Readonly<Record<string, string>>

/** Resolves the URLs of an island's module and texts, and numbers the islands of a page. */
interface IslandAddresses {
  of(component: (props: never) => ReactNode): string
  /** What the browser would find only step by step; none for an island that may not be needed. */
  preloadsOf(component: (props: never) => ReactNode): readonly string[]
  /** Undefined when the texts have no file of their own; the page then contains them. */
  ofTexts(component: (props: never) => ReactNode, texts: Texts): string | undefined
  ofStyles(fragment: string): string
  readonly lateStyles: string | undefined
  nextId(): string
}

const Addresses = createContext<IslandAddresses | null>(null)
export const IslandAddressesProvider = Addresses.Provider

/** The styles of a fragment that a page contains from the start. */
export function FragmentStyles({ of }: { readonly of: string }) {
  const addresses = use(Addresses)
  if (!addresses) throw new Error("styles outside of a page")
  return <link rel="stylesheet" href={addresses.ofStyles(of)} />
}

/**
 * The styles of what a page has from here on only; the build finds them. The styles in the head are smaller by them, so what
 * is above can be painted earlier.
 */
export function LateStyles() {
  const styles = use(Addresses)?.lateStyles
  return styles && <style dangerouslySetInnerHTML={{ __html: styles }} />
}

interface Props<P extends object> {
  readonly of: (props: P) => ReactNode
  readonly when: When
  readonly props: P
}

/**
 * The HTML contains `props`: they must be JSON and hold nothing that is not on screen anyway, except `texts`, which the
 * build writes to a cacheable file. `app/islands.ts` lists the components.
 */
export function Island<P extends object>({ of: Component, when, props }: Props<P>) {
  const addresses = use(Addresses)
  if (!addresses) throw new Error("an island outside of a page")
  const id = addresses.nextId()
  const { texts, ...rest } = props as { texts?: Texts }
  const textsUrl = texts && addresses.ofTexts(Component, texts)
  const preloads = addresses.preloadsOf(Component)
  const scripts = preloads.length > 0 && textsUrl ? [textsUrl, ...preloads] : preloads
  return (
    <>
      {scripts.map((file) => (
        <link key={file} rel="modulepreload" href={file} />
      ))}
      <div
        className="contents"
        data-island={addresses.of(Component)}
        data-when={when}
        data-id={id}
        data-texts={textsUrl}
        data-props={JSON.stringify(textsUrl ? rest : props)}
        dangerouslySetInnerHTML={{ __html: renderToString(<Component {...props} />, { identifierPrefix: id }) }}
      />
    </>
  )
}
