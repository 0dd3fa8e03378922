import { useEffect, useState } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { Field } from "#ui/field.tsx"
import { type TutorChoice, useTutors, useUserSearch } from "./slots-api.ts"

/** In ms, from the last keystroke to the search. */
const DEBOUNCE_MS = 250

interface Props {
  readonly onChoose: (user: TutorChoice) => void
  readonly onCancel: () => void
}

/** Finds the user who becomes a tutor. The server refuses who may not be one. */
export function TutorSearch({ onChoose, onCancel }: Props) {
  const { t, lengths } = useAdminApp()
  const [input, setInput] = useState("")
  const q = useDebounced(input.trim())
  const { data, isFetching } = useUserSearch(q)
  const { data: tutors = [] } = useTutors()
  const found = (data?.rows ?? []).filter(({ id }) => !tutors.some(({ userId }) => userId === id))
  return (
    <div className="mt-5 grid gap-5">
      <Field
        label={t("admin.tutor_search")}
        type="search"
        autoComplete="off"
        maxLength={lengths.query}
        value={input}
        ref={focus}
        onChange={({ currentTarget }) => setInput(currentTarget.value)}
      />
      <p className="text-muted" role="status">
        {q.length > 1 && data && !isFetching && found.length === 0 ? t("admin.nothing_found") : t("admin.tutor_who")}
      </p>
      <ul className="admin-lines" aria-busy={isFetching}>
        {found.map((user) => {
          const name = [user.firstName, user.lastName].filter(Boolean).join(" ") || user.email
          return (
            <li key={user.id}>
              <span>
                {name}
                <span className="block text-muted">{user.email}</span>
              </span>
              <Button look="quiet" compact onClick={() => onChoose({ userId: user.id, name })}>
                {t("admin.tutor_choose")} <span className="sr">{name}</span>
              </Button>
            </li>
          )
        })}
      </ul>
      <p>
        <Button look="quiet" onClick={onCancel}>
          {t("profile.cancel")}
        </Button>
      </p>
    </div>
  )
}

/** A ref callback: the field replaces the button that opened it. */
function focus(field: HTMLInputElement | null) {
  field?.focus()
}

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
