import { cityOf } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import { type ComponentProps, useEffect, useId, useRef, useState, useSyncExternalStore } from "react"
import { NEAR_ZONES } from "#platform/i18n/near-zones.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { ariaProps, FieldFrame } from "#ui/field-frame.tsx"

export const PLACE_TEXTS = [
  "apply.country",
  "apply.zone",
  "apply.zone_none",
  "schedule.near_zones",
  "schedule.all_zones",
  "form.optional",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof PLACE_TEXTS)[number], string>>
  readonly error: string | undefined
}

/** The names of the countries load with the focus; any other text can be typed as well. */
export function CountryField({
  texts,
  language,
  error,
  ...rest
}: Props & ComponentProps<"input"> & { readonly language: Language }) {
  const id = useId()
  const [names, setNames] = useState<readonly string[]>([])
  // The focus may have come before hydration.
  const load = () =>
    void import("./country-names.ts").then(
      ({ countryNames }) => setNames(countryNames(language)),
      () => undefined,
    )
  return (
    <FieldFrame id={id} label={texts["apply.country"]} note={texts["form.optional"]} error={error}>
      <input
        className="control"
        list={`${id}-list`}
        autoComplete="country-name"
        {...ariaProps(id, error)}
        {...rest}
        {...(names.length === 0 && { onFocus: load, onInput: load })}
      />
      <datalist id={`${id}-list`}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </FieldFrame>
  )
}

/** The near zones, and with script all that the browser knows, with the device's chosen. */
export function ZoneField({ texts, error, ...rest }: Props & ComponentProps<"select">) {
  const id = useId()
  const select = useRef<HTMLSelectElement>(null)
  const all = useSyncExternalStore(neverChanges, zonesOfBrowser, () => NO_ZONES)
  useEffect(() => {
    if (all.length > 0 && select.current) chooseDeviceZone(select.current)
  }, [all])
  return (
    <FieldFrame id={id} label={texts["apply.zone"]} note={texts["form.optional"]} error={error}>
      <select ref={select} className="control" {...ariaProps(id, error)} {...rest}>
        <option value="">{texts["apply.zone_none"]}</option>
        <optgroup label={texts["schedule.near_zones"]}>
          {NEAR_ZONES.map(([zone, city]) => (
            <option key={zone} value={zone}>
              {city}
            </option>
          ))}
        </optgroup>
        {all.length > 0 && (
          <optgroup label={texts["schedule.all_zones"]}>
            {all.map((zone) => (
              <option key={zone} value={zone}>
                {`${cityOf(zone)} (${zone})`}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </FieldFrame>
  )
}

const NO_ZONES: readonly string[] = []
let zones: readonly string[] | undefined

function neverChanges() {
  return () => undefined
}

/** A device may be set to an old name, which is not in the list. */
function zonesOfBrowser(): readonly string[] {
  zones ??= [...new Set([...Intl.supportedValuesOf("timeZone"), deviceZone()])].sort()
  return zones
}

function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** As the default, so that a draft with another zone still replaces it. */
function chooseDeviceZone(select: HTMLSelectElement): void {
  if (select.value) return
  const timeZone = deviceZone()
  const option = [...select.options].find(({ value }) => value === timeZone)
  if (!option) return
  option.defaultSelected = true
  select.value = timeZone
}
