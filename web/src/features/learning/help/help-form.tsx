import type { Language } from "@haitech/contract/languages"
import { useEffect, useRef } from "react"
import { lessonSession } from "#features/learning/lesson-session.ts"
import type { SubmitResult } from "#platform/forms/forms.ts"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { fill } from "#platform/i18n/fill.ts"
import { pluralOf } from "#platform/i18n/plural.ts"
import { Button, buttonClass } from "#ui/button.tsx"
import { SelectField } from "#ui/field.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { HELP_DRAFTS } from "./help-drafts.ts"
import { helpOutbox } from "./help-outbox.ts"
import type { HelpPanelProps } from "./help-props.ts"
import type { LessonTries } from "./lesson-tries.ts"

interface Props extends HelpPanelProps {
  readonly tries: LessonTries | null
  readonly isGuest: boolean
  /** The question that the server refused. */
  readonly refused?: string
}

export function HelpForm(props: Props) {
  const { texts, lessonId, language, languages, length, links, tries, isGuest, refused } = props
  const start = tries ? fill(texts["help.start_exercise"], { exercise: tries.title }) : `${texts["help.start"]} `
  const { form, errors } = useFormSubmit({
    send: async (data) => keep(props, data),
    draft: HELP_DRAFTS + lessonId,
    texts,
  })
  return (
    <form className="help-form" {...form} method="get" action={links.contact}>
      <p className="text-muted">{texts["help.lead"]}</p>
      <QuestionField
        label={texts["help.question"]}
        start={refused ?? start}
        length={length}
        error={errors["question"]}
      />
      <GoesAlong {...props} />
      {isGuest ? (
        <>
          <p className="notice">{texts["help.guest"]}</p>
          <div className="help-actions">
            <a className={buttonClass()} href={links.login}>
              {texts["help.sign_in"]}
            </a>
            <a className={buttonClass("quiet")} href={links.register}>
              {texts["help.register"]}
            </a>
          </div>
          <p>
            <a className="more" href={links.contact}>
              {texts["help.contact"]}
            </a>
          </p>
        </>
      ) : (
        <>
          <SelectField label={texts["help.language"]} name="language" defaultValue={language}>
            {languages.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <Button type="submit">{texts["help.send"]}</Button>
        </>
      )}
    </form>
  )
}

interface QuestionProps {
  readonly label: string
  readonly start: string
  readonly length: number
  readonly error: string | undefined
}

/** Begun for the learner. Another beginning takes its place only as long as nobody has changed it. */
function QuestionField({ label, start, length, error }: QuestionProps) {
  const box = useRef<HTMLDivElement>(null)
  const begun = useRef(start)
  useEffect(() => {
    const field = box.current?.querySelector("textarea")
    if (field && field.value === begun.current) field.value = start
    begun.current = start
  }, [start])
  return (
    <div ref={box}>
      <TextAreaField label={label} name="question" rows={4} defaultValue={start} maxLength={length} error={error} />
    </div>
  )
}

function GoesAlong({ texts, language, lessonTitle, tries }: Props) {
  const count = tries?.answers.length ?? 0
  return (
    <div className="help-along">
      <p className="strong">{texts["help.goes_along"]}</p>
      <ul>
        <li>{fill(texts["help.lesson"], { lesson: lessonTitle })}</li>
        {tries && (
          <li>
            {fill(texts[`help.tries_${pluralOf(language, count)}`], { count, exercise: tries.title })}
            <ol>
              {tries.answers.map((answer, at) => (
                <li key={at}>
                  <pre className="scrolls" tabIndex={0}>
                    {answer}
                  </pre>
                </li>
              ))}
            </ol>
          </li>
        )}
      </ul>
    </div>
  )
}

function keep({ lessonId, tries }: Props, data: FormData): SubmitResult {
  const question = String(data.get("question")).trim()
  if (!question) return { state: "invalid", codes: { question: "message.required" } }
  const along = { tries: [...(tries?.answers ?? [])], ...(tries && { exerciseId: tries.exerciseId }) }
  const language = String(data.get("language")) as Language
  helpOutbox().ask({ lessonId, language, question, ...along }, lessonSession().owner())
  return { state: "sent", body: question }
}
