import { useId } from "react"
import { useAmbassadorApp } from "#platform/app/app.tsx"
import { Button, buttonClass } from "#ui/button.tsx"
import type { Link } from "./ambassador-link.tsx"
import { useCopy } from "./use-copy.ts"

type Invitation = Link["invitations"][number]

/** Sentences to forward. Each has the link to the page in its own language, which also decides the preview. */
export function WordsCard({ link }: { readonly link: Link }) {
  const { t, language } = useAmbassadorApp()
  const isOwn = (invitation: Invitation) => Number(invitation.language === language)
  const ownFirst = link.invitations.toSorted((a, b) => isOwn(b) - isOwn(a))
  return (
    <section className="card grid content-start gap-4 p-5 sm:p-7" aria-labelledby="words">
      <h2 id="words" className="text-[1.375rem]">
        {t("ambassador.words")}
      </h2>
      <p className="text-muted">{t("ambassador.words_note")}</p>
      <ul className="ambassador-words">
        {ownFirst.map((invitation) => (
          <Words key={invitation.language} {...invitation} />
        ))}
      </ul>
    </section>
  )
}

function Words({ language: of, text }: Invitation) {
  const { t } = useAmbassadorApp()
  const copy = useCopy()
  const id = useId()
  return (
    <li>
      <h3 id={id} lang={of} className="text-[1.0625rem]">
        {t(`language.${of}`)}
      </h3>
      <p lang={of} className="ambassador-text">
        {text}
      </p>
      <p className="flex flex-wrap gap-3">
        <a
          className={buttonClass("quiet", true)}
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          rel="noopener"
          target="_blank"
          aria-describedby={id}
        >
          {t("ambassador.whatsapp")}
        </a>
        <Button look="quiet" compact aria-describedby={id} onClick={() => void copy(text)}>
          {t("ambassador.copy_words")}
        </Button>
      </p>
    </li>
  )
}
