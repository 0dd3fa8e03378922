import type { ComponentProps } from "react"
import { usePage } from "#platform/page/page.tsx"
import { address, type LinkPath } from "./paths.ts"

type Props = Omit<ComponentProps<"a">, "href"> & { readonly to: LinkPath }

/** A link to a page of the site in the current language. */
export function PageLink({ to, ...rest }: Props) {
  const { language, path } = usePage()
  return <a href={address(language, to)} aria-current={to === path ? "page" : undefined} {...rest} />
}
