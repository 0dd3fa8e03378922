import { createContext, type ReactNode, use } from "react"
import { renderToString } from "react-dom/server"

/** When an island's script is fetched: as soon as it comes near the screen, or when it is first touched or focused. */
type When = "visible" | "interaction"

type Texts = Readonly<Record<string, string>>

/** Where the browser finds an island's module and its texts; and an id for each island of a page. */
interface IslandAddresses {
  of(component: (props: never) => ReactNode): string
  /** Nothing where the texts have no file of their own: then they travel in the page. */
  ofTexts(component: (props: never) => ReactNode, texts: Texts): string | undefined
  nextId(): string
}

const Addresses = createContext<IslandAddresses | null>(null)
export const IslandAddressesProvider = Addresses.Provider

interface Props<P extends object> {
  readonly of: (props: P) => ReactNode
  readonly when: When
  readonly props: P
}

/**
 * A component that comes alive on its own in an otherwise static page. Its props travel in the page, so they must be
 * plain data and hold nothing that is not on screen anyway; but what it is given as `texts`, the same on every visit, is
 * a file of its own that comes with its script. The component is listed in `app/islands.ts`.
 */
export function Island<P extends object>({ of: Component, when, props }: Props<P>) {
  const addresses = use(Addresses)
  if (!addresses) throw new Error("an island outside of a page")
  const id = addresses.nextId()
  const { texts, ...rest } = props as { texts?: Texts }
  const textsAt = texts && addresses.ofTexts(Component, texts)
  return (
    <div
      className="contents"
      data-island={addresses.of(Component)}
      data-when={when}
      data-id={id}
      data-texts={textsAt}
      data-props={JSON.stringify(textsAt ? rest : props)}
      dangerouslySetInnerHTML={{ __html: renderToString(<Component {...props} />, { identifierPrefix: id }) }}
    />
  )
}
