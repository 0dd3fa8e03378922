import { lazy, Suspense } from "react"
import { useAdminApp } from "#platform/app/app.tsx"

const Preview = lazy(async () => ({ default: (await import("./markdown-preview.tsx")).MarkdownPreview }))

/** The renderer loads with the first article. */
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
