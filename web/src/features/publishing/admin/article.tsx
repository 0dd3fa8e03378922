import { lazy, Suspense } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { Skeleton } from "#ui/skeleton.tsx"

const Preview = lazy(async () => ({ default: (await import("./markdown-preview.tsx")).MarkdownPreview }))

/** The renderer loads with the first article. */
export function AdminArticle({ text }: { readonly text: string }) {
  const { t } = useAdminApp()
  return (
    <div className="prose admin-article">
      <Suspense fallback={<LoadingArticle label={t("overlay.loading")} />}>
        <Preview text={text} />
      </Suspense>
    </div>
  )
}

function LoadingArticle({ label }: { readonly label: string }) {
  return (
    <div className="grid gap-3" aria-busy="true">
      <span className="sr">{label}</span>
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-24" />
    </div>
  )
}
