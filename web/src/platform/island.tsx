import { createContext, type ReactNode, use } from "react"
import { renderToString } from "react-dom/server"

/** When an island's script is fetched: as soon as it comes near the screen, or when it is first touched or focused. */
type When = "seen" | "touched"

/** Where the browser finds an island's module; and an id for each island of a page. */
interface IslandAddresses {
  of(component: (props: never) => ReactNode): string
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
 * plain data and hold nothing that is not on screen anyway. The component is listed in `app/islands.ts`.
 */
export function Island<P extends object>({ of: Component, when, props }: Props<P>) {
  const addresses = use(Addresses)
  if (!addresses) throw new Error("an island outside of a page")
  const id = addresses.nextId()
  return (
    <div
      className="contents"
      data-island={addresses.of(Component)}
      data-when={when}
      data-id={id}
      data-props={JSON.stringify(props)}
      dangerouslySetInnerHTML={{ __html: renderToString(<Component {...props} />, { identifierPrefix: id }) }}
    />
  )
}
