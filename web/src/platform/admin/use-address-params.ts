import { useSearchParams } from "wouter"

/** The parameters of the page's address, and a function that sets some of them; a null removes one. */
export function useAddressParams() {
  const [params, setParams] = useSearchParams()
  return {
    params,
    change(values: Readonly<Record<string, string | null>>, mode: "replace" | "push" = "replace") {
      const next = new URLSearchParams(params)
      for (const [name, value] of Object.entries(values)) {
        if (value === null) next.delete(name)
        else next.set(name, value)
      }
      setParams(next, { replace: mode === "replace" })
    },
  }
}
