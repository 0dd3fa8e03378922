import type { Language } from "@haitech/contract/languages"
import { routes } from "@haitech/contract/routes"
import { useEffect, useState } from "react"
import { fetchTexts } from "#platform/http/fetch-texts.ts"
import { request } from "#platform/http/request.ts"
import { Field } from "#ui/field.tsx"

interface Props {
  readonly name: string
  readonly error: string | undefined
  readonly defaultValue: string | undefined
}

/** Asks a member once, without a default. Who leaves it empty is booked as an adult is. */
export function BirthYear(field: Props) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>> | null>(null)
  useEffect(() => {
    let isUnmounted = false
    const language = document.documentElement.lang as Language
    Promise.all([request(routes.readProtection, {}, language), fetchTexts("protection", language)]).then(
      ([{ birthYear }, loaded]) => void (isUnmounted || birthYear !== null || setTexts(loaded)),
      () => undefined,
    )
    return () => {
      isUnmounted = true
    }
  }, [])
  if (!texts) return null
  return (
    <Field
      label={texts["group.birth_year"] ?? ""}
      note={texts["group.birth_year_note"] ?? ""}
      inputMode="numeric"
      autoComplete="bday-year"
      maxLength={4}
      {...field}
    />
  )
}
