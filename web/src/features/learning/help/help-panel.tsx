import { useLesson } from "#features/learning/use-lesson.ts"
import { Icon } from "#ui/icon.tsx"
import { HelpForm } from "./help-form.tsx"
import type { HelpPanelProps } from "./help-props.ts"
import { HelpStatus } from "./help-status.tsx"
import { useHelpState, useLastTries, useOpener, useOpenHours } from "./use-help.ts"

/** A question from a lesson, then what became of it. Without script its form leads to the contact page. */
export function HelpPanel(props: HelpPanelProps) {
  const { texts, lessonId, timeZone, links } = props
  const { isReady, isSignedIn } = useLesson()
  const tries = useLastTries()
  useOpener()
  const state = useHelpState(lessonId)
  const hasOpenHours = useOpenHours(timeZone)
  return (
    <div className="help-panel">
      <div role="status">
        <HelpStatus state={state} texts={texts} lessonId={lessonId} contact={links.contact} />
      </div>
      {(state.name === "none" || state.name === "refused") && (
        <HelpForm
          {...props}
          tries={tries}
          isGuest={isReady && !isSignedIn}
          {...(state.name === "refused" && { refused: state.question })}
        />
      )}
      {hasOpenHours && (
        <p className="help-tutor">
          <Icon name="calendar" />
          <a className="more" href={links.schedule}>
            {texts["help.tutor"]}
          </a>
        </p>
      )}
    </div>
  )
}
