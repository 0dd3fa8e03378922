import { useCallback, useEffect, useRef, useState } from "react"
import { chosenGift, type Gift, selectAmount } from "./amount.ts"

/** The chosen gift. The fields hold it; what was chosen before the script came counts, too. */
export function useGift(values: Readonly<Record<string, string>>, attachForm: (form: HTMLFormElement | null) => void) {
  const [gift, setGift] = useState(() => chosenGift(values))
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
    setGift(giftIn(form.current))
  }, [])
  return {
    ...gift,
    attach,
    follow(element: HTMLFormElement, target: EventTarget): void {
      selectAmount(element, target)
      setGift(giftIn(element))
    },
    reset: () => setGift(chosenGift({})),
  }
}

function giftIn(form: HTMLFormElement): Gift {
  return chosenGift(Object.fromEntries(new FormData(form)))
}
