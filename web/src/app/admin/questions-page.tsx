import { routes } from "@haitech/contract/routes"
import { useSettleQuestions, useWaitingQuestions } from "#features/learning/admin/api.ts"
import { QuestionDetail } from "#features/learning/admin/question-detail.tsx"
import { useBulkAction } from "#platform/admin/use-bulk-action.ts"
import { useRecords } from "#platform/admin/use-records.ts"
import { useLearningAdminApp } from "#platform/app/app.tsx"
import { formatWhen } from "#platform/i18n/when.ts"
import { Chip } from "#ui/chip.tsx"
import { RecordsPage } from "./records-page.tsx"

/** What learners asked from a lesson. They are answered in the chat. */
export function QuestionsPage() {
  const { t, language, timeZone } = useLearningAdminApp()
  const records = useRecords(routes.listHelpRequests, { filters: ["isResolved"] })
  const { mutateAsync: settle } = useSettleQuestions()
  const runBulk = useBulkAction()
  const finish = (chosen: readonly string[]) => {
    const ids = chosen.length === 0 && records.openId ? [records.openId] : chosen
    return runBulk(
      ids,
      (onDone) => settle({ ids, isResolved: true, onDone }),
      (count) => t("admin.questions_settled", { count }),
    )
  }
  return (
    <RecordsPage
      title={t("admin.questions")}
      records={records}
      empty="admin.questions_empty"
      symbol="speech"
      strip={
        <WaitingStrip
          isShown={records.params.isResolved === undefined}
          onShow={() => records.set("isResolved", "false")}
        />
      }
      filters={[
        {
          name: "isResolved",
          label: t("admin.state"),
          options: [
            { value: "false", label: t("admin.question_waiting") },
            { value: "true", label: t("admin.question_settled") },
          ],
        },
      ]}
      sorts={[
        { value: "oldest", label: t("admin.oldest") },
        { value: "newest", label: t("admin.newest") },
      ]}
      summaryOf={({ memberName, lessonTitle, question, language: textLanguage, createdAt, resolvedAt }) => ({
        who: memberName || t("admin.no_name"),
        about: lessonTitle,
        line: <span lang={textLanguage}>{question}</span>,
        at: formatWhen(language, createdAt, timeZone),
        chip:
          resolvedAt === null ? (
            <Chip tone="info">{t("admin.question_waiting")}</Chip>
          ) : (
            <Chip>{t("admin.question_settled")}</Chip>
          ),
        isNew: resolvedAt === null,
      })}
      detail={(question) => <QuestionDetail key={question.id} question={question} />}
      bulk={[{ key: "e", label: t("admin.question_settle"), run: finish }]}
    />
  )
}

interface StripProps {
  readonly isShown: boolean
  readonly onShow: () => void
}

/** Leads from the list of all to those that wait. */
function WaitingStrip({ isShown, onShow }: StripProps) {
  const { t } = useLearningAdminApp()
  const total = useWaitingQuestions().data?.total ?? 0
  if (!isShown || total === 0) return null
  return (
    <div className="admin-strip">
      <p className="strong">{t("admin.course_questions", { count: total })}</p>
      <button type="button" className="link" onClick={onShow}>
        {t("admin.questions_only")}
      </button>
    </div>
  )
}
