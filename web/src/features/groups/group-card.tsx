import type { StudyGroup } from "@haitech/contract/study-groups"
import { useId, useRef, useState } from "react"
import { useGroupsApp } from "#platform/app/app.tsx"
import { pluralOf } from "#platform/i18n/plural.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { buttonClass } from "#ui/button.tsx"
import { Chip } from "#ui/chip.tsx"
import { presentPlainDialog } from "#ui/plain-dialog.ts"
import { useJoin, useLeave } from "./api.ts"
import { BirthYearForm } from "./birth-year-form.tsx"
import { Meeting } from "./meeting.tsx"
import { obstacleText } from "./obstacles.ts"

const COUNTED = { one: "group.members_one", other: "group.members_other" } as const

interface Props {
  readonly group: StudyGroup
  readonly isBirthYearKnown: boolean
}

export function GroupCard({ group, isBirthYearKnown }: Props) {
  const { t, language } = useGroupsApp()
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const { name, description, memberCount, isMember, mentorName } = group
  const obstacle = obstacleText(group.obstacle)
  // A member whose birth year was deleted gives it again.
  const mayJoin = group.obstacle === "birth_year" || (!isMember && !obstacle)
  const toTitle = () => title.current?.focus()
  return (
    <li className="card learning-card">
      {isMember && (
        <p className="learning-chips">
          <Chip tone="good">{t("group.is_member")}</Chip>
          {group.obstacle === "closed" && <Chip tone="wait">{t("group.is_closed")}</Chip>}
        </p>
      )}
      <h2 id={id} ref={title} tabIndex={-1} lang={group.language}>
        {name}
      </h2>
      <p className="text-muted" lang={group.language}>
        {description}
      </p>
      <p className="small">
        {t(COUNTED[pluralOf(language, memberCount)], { count: memberCount })}
        {mentorName && <>. {t("group.mentor", { name: mentorName })}</>}
      </p>
      <Meeting group={group} />
      {obstacle && <p className="small">{t(obstacle)}</p>}
      {group.obstacle === "consent" && (
        <p className="group-actions">
          <AppLink className={buttonClass("quiet", true)} to="/profile#guardian">
            {t("protection.to_profile")}
          </AppLink>
        </p>
      )}
      {mayJoin && <JoinAction group={group} titleId={id} isBirthYearKnown={isBirthYearKnown} onDone={toTitle} />}
      {isMember && <MemberActions group={group} titleId={id} onDone={toTitle} />}
    </li>
  )
}

interface ActionProps {
  readonly group: StudyGroup
  readonly titleId: string
  readonly onDone: () => void
}

function MemberActions({ group: { id, name, obstacle, isMentor }, titleId, onDone }: ActionProps) {
  const { t, showToast, showFailure } = useGroupsApp()
  const { mutate: leave, isPending } = useLeave(id)
  const onSuccess = () => {
    showToast("success", t("group.left_title"), t("group.left", { name }))
    onDone()
  }
  const ask = () =>
    presentPlainDialog({
      role: "alertdialog",
      title: t("group.leave_title", { name }),
      message: t("group.leave_about"),
      actions: [
        { label: t("group.stay"), onSelect: () => undefined },
        { label: t("group.leave"), onSelect: () => leave(undefined, { onSuccess, onError: showFailure }) },
      ],
    })
  const isReadable = obstacle === null || obstacle === "closed"
  return (
    <p className="group-actions">
      {isReadable && (
        <AppLink className={buttonClass("primary", true)} to={`/community/${id}`} aria-describedby={titleId}>
          {t("group.open")}
        </AppLink>
      )}
      {!isMentor && (
        <BusyButton isBusy={isPending} look="quiet" compact aria-describedby={titleId} onClick={ask}>
          {t("group.leave")}
        </BusyButton>
      )}
    </p>
  )
}

function JoinAction({ group: { id, name }, titleId, isBirthYearKnown, onDone }: ActionProps & Omit<Props, "group">) {
  const { t, showToast, showFailure } = useGroupsApp()
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync: join, isPending } = useJoin(id)
  const send = async (birthYear?: number) => {
    await join(birthYear)
    showToast("success", t("group.joined_title"), t("group.joined", { name }))
    onDone()
  }
  if (isAsking && !isBirthYearKnown) return <BirthYearForm onSend={send} onStop={() => setAsking(false)} />
  return (
    <p className="group-actions">
      <BusyButton
        isBusy={isPending}
        look="quiet"
        compact
        aria-describedby={titleId}
        onClick={() => (isBirthYearKnown ? void send().catch(showFailure) : setAsking(true))}
      >
        {t("group.join")}
      </BusyButton>
    </p>
  )
}
