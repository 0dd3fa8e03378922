import { lazy, Suspense } from "react"
import { useOffice } from "#platform/app.tsx"

const Preview = lazy(async () => ({ default: (await import("./markdown-preview.tsx")).MarkdownPreview }))

/** An article as readers see it. What draws it is fetched with the first one. */
export function OfficeArticle({ text }: { readonly text: string }) {
  const { t } = useOffice()
  return (
    <div className="prose office-article">
      <Suspense fallback={<p className="text-muted">{t("overlay.loading")}</p>}>
        <Preview text={text} />
      </Suspense>
    </div>
  )
}
