import { useCallback, useEffect, useRef, useState } from "react"
import { chosenCents, selectAmount } from "./amount.ts"

/** The chosen amount in cents. The fields hold it; what was chosen before the script came counts, too. */
export function useAmount(
  values: Readonly<Record<string, string>>,
  attachForm: (form: HTMLFormElement | null) => void,
) {
  const [cents, setCents] = useState(() => chosenCents(values))
  const form = useRef<HTMLFormElement>(null)
  const attach = useCallback(
    (element: HTMLFormElement | null) => {
      form.current = element
      attachForm(element)
    },
    [attachForm],
  )
  useEffect(() => {
    const custom = form.current?.elements.namedItem("customAmount")
    if (!form.current) return
    if (custom instanceof HTMLInputElement && custom.value) selectAmount(form.current, custom)
    setCents(centsIn(form.current))
  }, [])
  return {
    cents,
    attach,
    follow(element: HTMLFormElement, target: EventTarget): void {
      selectAmount(element, target)
      setCents(centsIn(element))
    },
    reset: () => setCents(chosenCents({})),
  }
}

function centsIn(form: HTMLFormElement): number {
  return chosenCents(Object.fromEntries(new FormData(form)))
}
