import { useEffect, useRef } from "react"
import { useOffice } from "#platform/app.tsx"
import { Button } from "#ui/button.tsx"
import type { Values } from "./office-state.ts"

interface Props {
  readonly mine: Values
  readonly theirs: Values
  readonly labels: Readonly<Record<string, string>>
  readonly wordsFor?: (name: string, value: string) => string
  readonly keepMine: () => void
  readonly takeTheirs: () => void
}

/** Somebody else saved meanwhile: both versions side by side, where they differ. Nothing is written over unseen. */
export function OfficeConflict({ mine, theirs, labels, wordsFor, keepMine, takeTheirs }: Props) {
  const { t } = useOffice()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const words = (name: string, value: string) => (wordsFor ? wordsFor(name, value) : value) || t("office.empty_value")
  const differing = Object.entries(labels).filter(([name]) => mine[name] !== theirs[name])
  return (
    <section className="office-conflict" aria-labelledby="conflict-title">
      <h3 id="conflict-title" ref={title} tabIndex={-1}>
        {t("office.conflict_title")}
      </h3>
      <p className="text-muted">{t("office.conflict_about")}</p>
      <div className="scrolls" tabIndex={0} role="group" aria-labelledby="conflict-title">
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr">{t("office.conflict_field")}</span>
              </th>
              <th scope="col">{t("office.conflict_mine")}</th>
              <th scope="col">{t("office.conflict_theirs")}</th>
            </tr>
          </thead>
          <tbody>
            {differing.map(([name, label]) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                <td data-label={t("office.conflict_mine")}>
                  <div>{words(name, mine[name] ?? "")}</div>
                </td>
                <td data-label={t("office.conflict_theirs")}>
                  <div>{words(name, theirs[name] ?? "")}</div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="office-edit-acts">
        <Button onClick={keepMine}>{t("office.keep_mine")}</Button>
        <Button look="quiet" onClick={takeTheirs}>
          {t("office.take_theirs")}
        </Button>
      </div>
    </section>
  )
}
