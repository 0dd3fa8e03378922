import { type ComponentType, lazy } from "react"
import { fetchTexts } from "#platform/http/fetch-texts.ts"
import { MoreTexts } from "./app.tsx"

/**
 * A page of an app, or a part of one, whose script and texts, those of a fragment, load when it is opened, or when `start` is
 * called before.
 */
export function lazyPage<Props extends object = object>(fragment: string, load: () => Promise<ComponentType<Props>>) {
  const read = async () => {
    const [Page, texts] = await Promise.all([load(), fetchTexts(fragment, document.documentElement.lang)])
    return {
      default: (props: Props) => (
        <MoreTexts texts={texts}>
          <Page {...props} />
        </MoreTexts>
      ),
    }
  }
  let reading: ReturnType<typeof read> | undefined
  const start = () => (reading ??= read())
  return Object.assign(lazy(start), { start })
}
