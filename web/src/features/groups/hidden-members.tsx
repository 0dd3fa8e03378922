import { useId } from "react"
import { useGroupsApp } from "#platform/app/app.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { useHidden, useShowAgain } from "./api.ts"

/** Nothing for a member who hides nobody. */
export function HiddenMembers() {
  const { t, showFailure } = useGroupsApp()
  const id = useId()
  const { data: hidden = [] } = useHidden()
  const { mutate: show, isPending } = useShowAgain()
  if (hidden.length === 0) return null
  return (
    <section className="card learning-panel" aria-labelledby={id}>
      <h2 id={id}>{t("group.hidden_list")}</h2>
      <ul className="group-hidden">
        {hidden.map((member) => (
          <li key={member.id}>
            <span>{member.name || t("dashboard.learner")}</span>
            <BusyButton
              isBusy={isPending}
              look="quiet"
              compact
              aria-label={t("group.show_of", { name: member.name || t("dashboard.learner") })}
              onClick={() => show(member.id, { onError: showFailure })}
            >
              {t("group.show")}
            </BusyButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
