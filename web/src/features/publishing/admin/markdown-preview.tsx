import { useAdminApp } from "#platform/app/app.tsx"
import { Markdown } from "#platform/page/markdown.tsx"
import { type Page, PageProvider } from "#platform/page/page.tsx"

/** Renders an article with the same component as its public page. */
export function MarkdownPreview({ text }: { readonly text: string }) {
  const { t, language, siteName, timeZone } = useAdminApp()
  const texts: Readonly<Record<string, string>> = {
    "markdown.table": t("markdown.table"),
    "markdown.notes": t("markdown.notes"),
    "markdown.back": t("markdown.back"),
  }
  const page: Page = {
    path: "/blog",
    language,
    site: { name: siteName, url: location.origin, timeZone },
    t: (key) => texts[key] ?? "",
  }
  return (
    <PageProvider value={page}>
      <Markdown text={text} />
    </PageProvider>
  )
}
