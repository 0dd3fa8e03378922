import { type Language, pathIn } from "@haitech/contract/languages"
import { Button } from "#ui/button.tsx"

/** After this many wrong tries help is offered below the exercise, and no longer at the foot of the page. */
export const TRIES_BEFORE_OFFER = 4

interface Props {
  readonly texts: Readonly<Record<"lesson.stuck" | "help.tries_along", string>>
  readonly language: Language
}

export function HelpOffer({ texts, language }: Props) {
  return (
    <form className="lesson-offer" action={pathIn(language, "/contact")} role="status" lang={language}>
      <Button type="submit" look="quiet" data-action="help">
        {texts["lesson.stuck"]}
      </Button>
      <p className="small text-muted">{texts["help.tries_along"]}</p>
    </form>
  )
}
