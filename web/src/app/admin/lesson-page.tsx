import { LANGUAGES } from "@haitech/contract/languages"
import { useParams } from "wouter"
import { LessonEditorForm } from "#features/learning/admin/lesson-editor.tsx"
import { useLessonText } from "#features/learning/admin/text-api.ts"
import { useAddressParams } from "#platform/admin/use-address-params.ts"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useLearningAdminApp } from "#platform/app/app.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { Tabs } from "#ui/tabs.tsx"

/** Edits the texts of a lesson: one tab for each language, the chosen one in the address. */
export function LessonPage() {
  const { t } = useLearningAdminApp()
  const { id = "" } = useParams<{ id: string }>()
  const { params, change } = useAddressParams()
  const language = LANGUAGES.find((known) => known === params.get("language")) ?? LANGUAGES[0]
  const loadError = useLoadError()
  const { data: record, error, refetch } = useLessonText({ id, language })
  return (
    <div className="admin-page">
      <AppLink className="admin-back" to={record ? `/courses/${record.courseId}` : "/courses"}>
        <AdminIcon name="back" />
        {t("admin.lessons")}
      </AppLink>
      <h1 id="admin-title" tabIndex={-1}>
        {record?.lessonTitle ?? t("admin.lesson")}
      </h1>
      <Tabs
        label={t("admin.language")}
        selected={language}
        onSelect={(chosen) => change({ language: chosen })}
        tabs={LANGUAGES.map((known) => ({
          id: known,
          label: t(`language.${known}`),
          panel: known === language && (
            <>
              {error && !record && <LoadFailed {...loadError(error, refetch)} />}
              {!record && !error && <Skeleton className="h-64" />}
              {record && <LessonEditorForm key={`${id} ${language}`} record={record} />}
            </>
          ),
        }))}
      />
    </div>
  )
}
