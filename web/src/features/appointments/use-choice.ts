import type { Language } from "@haitech/contract/languages"
import { type RefObject, useCallback, useEffect, useState, useSyncExternalStore } from "react"
import { flushSync } from "react-dom"
import { useLocalZone } from "./local-zone.ts"
import { minutesOf } from "./open-hours.ts"
import type { PackedSlots } from "./packed-slots.ts"
import { useHoursOfPage } from "./use-hours-of-page.ts"

/** The start of an open slot; `ask` is a time that the visitor names; null is not yet chosen. */
type Choice = { readonly startsAt: string } | "ask" | null

interface Options {
  readonly language: Language
  readonly timeZone: string
  /** Undefined where no hour is open. */
  readonly openHours: PackedSlots | undefined
  /** The hour of a plain HTML post that was refused. */
  readonly posted: string | undefined
  readonly box: RefObject<HTMLElement | null>
}

/** Which hour a request is about, and the open slots among which it is chosen. */
export function useChoice({ language, timeZone, openHours, posted, box }: Options) {
  const [choice, setChoice] = useState<Choice>(posted ? { startsAt: posted } : null)
  const [starts, setStarts] = useState<readonly string[]>([])
  const { slots: all, refresh } = useHoursOfPage({ language, timeZone }, openHours)
  const isStatic = useLocalZone() === null
  const sessionType = useSelected(box, "sessionType")
  const startsAt = choice === null || choice === "ask" ? null : choice.startsAt
  const slot = all.find((candidate) => candidate.startsAt === startsAt)

  const adopt = useCallback((element: HTMLElement | null) => {
    const checked = element?.closest("form")?.querySelector<HTMLInputElement>("[name=preferredDate]:checked")
    if (checked) setChoice(checked.value ? { startsAt: checked.value } : "ask")
  }, [])

  function focusAfter(update: () => void, selector: string): void {
    flushSync(update)
    box.current?.querySelector<HTMLElement>(selector)?.focus()
  }

  return {
    /** The `ref` of an element in the form: takes over the choice that was made before hydration. */
    adopt,
    hasHours: all.length > 0,
    /** The HTML of the server, which works without script. */
    isStatic,
    slots: sessionType ? all.filter(({ sessionTypes }) => sessionTypes.includes(sessionType)) : all,
    startsAt,
    starts,
    sessionType,
    /** Of the chosen slot; null while it is unknown. */
    minutes: slot && !isStatic ? minutesOf(slot) : null,
    sessionTypes: isStatic ? undefined : slot?.sessionTypes,
    /** The visitor types a day and an hour: there is nothing to choose, or none of it fits. */
    isAsking: !startsAt && (choice === "ask" || all.length === 0),
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
      refresh()
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
