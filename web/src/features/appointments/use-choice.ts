import type { Language } from "@haitech/contract/languages"
import type { OpenSlot } from "@haitech/contract/slots"
import { type RefObject, useEffect, useState, useSyncExternalStore } from "react"
import { flushSync } from "react-dom"
import { minutesOf, useOpenHours } from "./use-open-hours.ts"

/** The start of an open slot; `ask` is a time that the visitor names; null is not yet chosen. */
type Choice = { readonly startsAt: string } | "ask" | null

interface Options {
  readonly language: Language
  readonly timeZone: string
  /** Some hour is open, as far as the page knows. */
  readonly hasHours: boolean
  readonly box: RefObject<HTMLElement | null>
}

const loadStep = async () => (await import("./hour-step.tsx")).HourStep

/** Which hour a request is about, and the open slots among which it is chosen. */
export function useChoice({ language, timeZone, hasHours, box }: Options) {
  const [choice, setChoice] = useState<Choice>(null)
  const [starts, setStarts] = useState<readonly string[]>([])
  const { hours, reload } = useOpenHours({ language, timeZone, isWanted: hasHours, loadScript: loadStep })
  const sessionType = useSelected(box, "sessionType")
  const startsAt = choice === null || choice === "ask" ? null : choice.startsAt
  const all: readonly OpenSlot[] = hours.state === "shown" ? hours.slots : []
  const slot = all.find((candidate) => candidate.startsAt === startsAt)
  const isEmpty = hours.state === "failed" || (hours.state === "shown" && all.length === 0)

  function focusAfter(update: () => void, selector: string): void {
    flushSync(update)
    box.current?.querySelector<HTMLElement>(selector)?.focus()
  }

  return {
    /** Null while there are no hours to show. */
    Step: hours.state === "shown" && all.length > 0 ? hours.script : null,
    isLoading: hasHours && hours.state === "loading",
    slots: sessionType ? all.filter(({ sessionTypes }) => sessionTypes.includes(sessionType)) : all,
    startsAt,
    starts,
    sessionType,
    /** Of the chosen slot; null while it is unknown. */
    minutes: slot ? minutesOf(slot) : null,
    sessionTypes: slot?.sessionTypes,
    /** The visitor types a day and an hour: there is nothing to choose, or none of it fits. */
    isAsking: !startsAt && (choice === "ask" || !hasHours || isEmpty),
    choose(start: string) {
      setStarts([])
      setChoice({ startsAt: start })
    },
    ask: () => focusAfter(() => setChoice("ask"), "[type=date]"),
    change: () => focusAfter(() => setChoice(null), "[role=radiogroup],[type=date]"),
    /** After a request: the open hours have changed. A taken one comes with the next that are free. */
    startAgain(free: readonly string[]) {
      setStarts(free)
      setChoice(null)
      reload()
    },
  }
}

/** The value of a form's select, read from the DOM to include choices made before hydration. */
function useSelected(box: RefObject<HTMLElement | null>, name: string): string {
  return useSyncExternalStore(
    (onChange) => {
      const { current } = box
      current?.addEventListener("input", onChange)
      return () => current?.removeEventListener("input", onChange)
    },
    () => box.current?.querySelector<HTMLSelectElement>(`[name=${name}]`)?.value ?? "",
    () => "",
  )
}

/** The dashboard's links name a subject: `/schedule?subject=coding`. */
export function useSubjectOfAddress(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const subject = new URLSearchParams(location.search).get("subject")
    const field = box.current?.querySelector<HTMLSelectElement>("[name=subject]")
    if (field && subject && !field.value) field.value = subject
  }, [box])
}
