import type { TutorSession } from "@haitech/contract/tutors"
import { type ComponentType, useState } from "react"
import { useTutorApp } from "#platform/app/app.tsx"

interface FormProps {
  readonly session: TutorSession
  readonly onDone: () => void
}

/** A form of a session that a button opens; most visits do not need its script. */
export function useLazyForm(load: () => Promise<ComponentType<FormProps>>) {
  const { showFailure } = useTutorApp()
  const [{ Form }, setForm] = useState<{ readonly Form?: ComponentType<FormProps> }>({})
  const [isLoading, setLoading] = useState(false)
  return {
    Form,
    isLoading,
    close: () => setForm({}),
    async open() {
      setLoading(true)
      try {
        setForm({ Form: await load() })
      } catch (error) {
        showFailure(error)
      } finally {
        setLoading(false)
      }
    },
  }
}
