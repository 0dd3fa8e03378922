import type { BlockOf } from "@haitech/contract/lessons"
import { ShortText } from "#features/learning/exercises/short-text.tsx"
import { usePage } from "#platform/page/page.tsx"

const NAMES = { python: "Python", javascript: "JavaScript", html: "HTML" } as const

/** A program line by line, and what it remembers after each. What a line has changed is marked. */
export function TraceBlock({ block: { steps, language } }: { readonly block: BlockOf<"trace"> }) {
  const { t, language: pageLanguage } = usePage()
  // The database does not keep the order of the names.
  const names = [...new Set(steps.flatMap(({ state }) => Object.keys(state)))]
  return (
    <div className="lesson-trace">
      <p className="lesson-trace-head" lang={pageLanguage}>
        <span>{t("lesson.trace_code")}</span>
        <span>{t("lesson.trace_memory", { language: NAMES[language] })}</span>
      </p>
      <ol>
        {steps.map(({ code, state, note }, at) => (
          <li key={at}>
            <code>{code}</code>
            <div className="lesson-memory">
              {Object.keys(state).length > 0 && (
                <ul>
                  {names
                    .filter((name) => name in state)
                    .map((name) => (
                      <li key={name} className={steps[at - 1]?.state[name] === state[name] ? undefined : "changed"}>
                        <b>{name}</b>
                        <span className="sr"> = </span>
                        <span>{state[name]}</span>
                      </li>
                    ))}
                </ul>
              )}
              {note && <ShortText text={note} />}
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
