import { lazy, Suspense } from "react"
import { useAdminApp } from "#platform/app.tsx"

const Preview = lazy(async () => ({ default: (await import("./markdown-preview.tsx")).MarkdownPreview }))

/** An article as readers see it. What draws it is fetched with the first one. */
export function AdminArticle({ text }: { readonly text: string }) {
  const { t } = useAdminApp()
  return (
    <div className="prose admin-article">
      <Suspense fallback={<p className="text-muted">{t("overlay.loading")}</p>}>
        <Preview text={text} />
      </Suspense>
    </div>
  )
}
