import { type ComponentType, lazy } from "react"
import { fetchTexts } from "#platform/http/fetch-texts.ts"
import { MoreTexts } from "./app.tsx"

/** A page of an app whose script and texts, those of a fragment, load when it is opened. */
export function lazyPage<Props extends object = object>(fragment: string, load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const [Page, texts] = await Promise.all([load(), fetchTexts(fragment, document.documentElement.lang)])
    return {
      default: (props: Props) => (
        <MoreTexts texts={texts}>
          <Page {...props} />
        </MoreTexts>
      ),
    }
  })
}
