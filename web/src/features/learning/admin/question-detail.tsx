import type { HelpRequest } from "@haitech/contract/help-requests"
import { pathIn } from "@haitech/contract/languages"
import { useRef } from "react"
import { useLearningAdminApp } from "#platform/app/app.tsx"
import { formatWhen } from "#platform/i18n/when.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { buttonClass } from "#ui/button.tsx"
import { useSettleQuestions } from "./api.ts"

/** A learner's question from a lesson. The answer is written in the conversation. */
export function QuestionDetail({ question }: { readonly question: HelpRequest }) {
  const { t, showFailure } = useLearningAdminApp()
  const settle = useSettleQuestions()
  const { id, memberName, threadId, tries, resolvedAt } = question
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {memberName || t("admin.no_name")}
      </h2>
      <QuestionFacts question={question} />
      <p className="admin-words" lang={question.language}>
        {question.question}
      </p>
      {tries.length > 0 && (
        <section className="grid gap-2">
          <h3>{t("admin.question_tries")}</h3>
          <ol className="admin-tries">
            {tries.map((answer, at) => (
              <li key={at}>
                <pre className="scrolls" tabIndex={0}>
                  <code>{answer}</code>
                </pre>
              </li>
            ))}
          </ol>
        </section>
      )}
      {threadId === null && <p className="text-muted">{t("admin.question_no_chat")}</p>}
      <div className="admin-dock">
        {threadId !== null && (
          <AppLink className={buttonClass("primary", true)} to={`/chat?open=${threadId}`}>
            {t("admin.question_chat")}
          </AppLink>
        )}
        <BusyButton
          compact
          look="quiet"
          isBusy={settle.isPending}
          onClick={() => {
            heading.current?.focus()
            settle.mutate({ ids: [id], isResolved: resolvedAt === null }, { onError: showFailure })
          }}
        >
          {t(resolvedAt === null ? "admin.question_settle" : "admin.question_settle_again")}{" "}
          <kbd aria-hidden="true">E</kbd>
        </BusyButton>
      </div>
    </>
  )
}

function QuestionFacts({ question }: { readonly question: HelpRequest }) {
  const { t, language, timeZone } = useLearningAdminApp()
  const { courseTitle, courseSlug, lessonTitle, lessonSlug, exerciseId, createdAt, resolvedAt } = question
  return (
    <dl className="admin-facts">
      <dt>{t("admin.question_course")}</dt>
      <dd>{courseTitle}</dd>
      <dt>{t("admin.lesson")}</dt>
      <dd>
        <a href={pathIn(language, `/learn/${courseSlug}/${lessonSlug}`)}>{lessonTitle}</a>
      </dd>
      {exerciseId !== null && (
        <>
          <dt>{t("admin.question_exercise")}</dt>
          <dd>{exerciseId}</dd>
        </>
      )}
      <dt>{t("admin.language")}</dt>
      <dd>{t(`language.${question.language}`)}</dd>
      <dt>{t("admin.question_asked")}</dt>
      <dd>{formatWhen(language, createdAt, timeZone).exact}</dd>
      <dt>{t("admin.state")}</dt>
      <dd>{t(resolvedAt === null ? "admin.question_waiting" : "admin.question_settled")}</dd>
    </dl>
  )
}
