import type { Tutor } from "@haitech/contract/admin/tutors"
import { cityOf } from "@haitech/contract/clock"
import { useEffect, useRef, useState } from "react"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { Button } from "#ui/button.tsx"
import { Chip } from "#ui/chip.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { useModal } from "#ui/use-modal.ts"
import { formatDate } from "./day-names.ts"
import { type TutorChoice, useTutors } from "./slots-api.ts"
import { TutorForm } from "./tutor-form.tsx"
import { TutorSearch } from "./tutor-search.tsx"
import { useTutorLabel } from "./use-tutor-label.ts"

interface Props {
  readonly isOpen: boolean
  readonly today: string
  readonly onClose: () => void
}

/** Who gives sessions: the list, the search for a new tutor, and the form of one. */
export function TutorsDialog({ isOpen, today, onClose }: Props) {
  const { t } = useAdminApp()
  const [step, setStep] = useState<TutorChoice | "search" | null>(null)
  const close = () => {
    setStep(null)
    onClose()
  }
  const title =
    step === null
      ? t("admin.tutors")
      : step === "search"
        ? t("admin.tutor_add")
        : t("admin.tutor_title", { name: step.name })
  return (
    <Dialog id="tutors" title={title} closeLabel={t("dialog.close")} {...useModal(isOpen, close)}>
      {isOpen && step === null && <Tutors today={today} onStep={setStep} />}
      {isOpen && step === "search" && <TutorSearch onChoose={setStep} onCancel={() => setStep(null)} />}
      {isOpen && step !== null && step !== "search" && (
        <TutorForm key={step.userId} tutor={step} onDone={() => setStep(null)} />
      )}
    </Dialog>
  )
}

interface TutorsProps {
  readonly today: string
  readonly onStep: (step: TutorChoice | "search") => void
}

function Tutors({ today, onStep }: TutorsProps) {
  const { t } = useAdminApp()
  const loadError = useLoadError()
  const { data, error, refetch } = useTutors()
  const labelOf = useTutorLabel()
  const add = useRef<HTMLButtonElement>(null)
  const isLoaded = data !== undefined
  // The form that has just closed had the focus.
  useEffect(() => {
    if (isLoaded && document.activeElement === document.body) add.current?.focus()
  }, [isLoaded])
  if (error && !data) return <LoadFailed {...loadError(error, refetch)} />
  if (!data) return <Skeleton className="mt-5 h-48" />
  return (
    <div className="mt-3 grid gap-5">
      <p className="text-muted">{data.length === 0 ? t("admin.tutors_empty") : t("admin.tutors_about")}</p>
      <ul className="admin-lines">
        {data.map((tutor) => (
          <li key={tutor.userId}>
            <span>
              {labelOf(tutor)} {pauseOf(tutor, today) && <Pause tutor={tutor} />}
              <span className="block text-muted">
                {cityOf(tutor.timeZone)}
                {tutor.weeklyLimit !== null && `, ${t("admin.tutor_weekly", { count: tutor.weeklyLimit })}`}
              </span>
            </span>
            <Button look="quiet" compact onClick={() => onStep(tutor)}>
              {t("admin.edit")} <span className="sr">{tutor.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p>
        <Button ref={add} compact onClick={() => onStep("search")}>
          <AdminIcon name="plus" />
          {t("admin.tutor_add")}
        </Button>
      </p>
    </div>
  )
}

function Pause({ tutor: { pausedUntil } }: { readonly tutor: Tutor }) {
  const { t, language } = useAdminApp()
  return (
    <Chip tone="wait">
      {pausedUntil
        ? t("admin.tutor_paused_until", { day: formatDate(language, pausedUntil, "short") })
        : t("admin.tutor_paused")}
    </Chip>
  )
}

/** Whether the tutor pauses now or later. */
function pauseOf({ pausedFrom, pausedUntil }: Tutor, today: string): boolean {
  return pausedFrom !== null && (pausedUntil === null || pausedUntil >= today)
}
