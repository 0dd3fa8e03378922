import { LANGUAGES } from "@haitech/contract/languages"
import { QUESTION_LENGTH } from "@haitech/contract/learning"
import type { LessonFacts } from "#features/learning/lesson-session.ts"
import { pick } from "#platform/i18n/texts.ts"
import { address } from "#platform/navigation/paths.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { HelpPanel } from "./help-panel.tsx"
import { HELP_TEXTS } from "./texts.ts"

interface Props {
  readonly facts: LessonFacts
  readonly title: string
  /** Of the session form: `/schedule?subject=coding`. */
  readonly subject: string
}

/** The dialog of "I'm stuck", closed; an element with `data-action="help"` opens it and loads its script. */
export function HelpDialog({ facts, title, subject }: Props) {
  const { t, language, site } = usePage()
  return (
    <Dialog id="help" className="help-dialog" title={t("help.title")} closeLabel={t("dialog.close")}>
      <Island
        of={HelpPanel}
        when="touch"
        props={{
          texts: pick(t, HELP_TEXTS),
          language,
          lessonId: facts.lessonId,
          lessonTitle: title,
          length: QUESTION_LENGTH,
          timeZone: site.timeZone,
          languages: LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) })),
          links: {
            login: address(language, "/login"),
            register: address(language, "/register"),
            contact: address(language, "/contact"),
            schedule: `${address(language, "/schedule")}?subject=${subject}`,
          },
        }}
      />
    </Dialog>
  )
}
