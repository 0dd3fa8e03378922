import { cityOf } from "@haitech/contract/clock"
import { useEffect, useRef } from "react"
import { NEAR_ZONES } from "#platform/i18n/near-zones.ts"

interface Props {
  readonly texts: Readonly<Record<"schedule.your_zone" | "schedule.near_zones" | "schedule.all_zones", string>>
  readonly chosen: string
  readonly onChoose: (timeZone: string) => void
}

/** All zones that the browser knows, the near ones first. It takes the focus. */
export function ZoneSelect({ texts, chosen, onChoose }: Props) {
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => select.current?.focus(), [])
  const isNear = NEAR_ZONES.some(([zone]) => zone === chosen)
  // A device may be set to an old name, which is not in the list.
  const all = [...new Set([...Intl.supportedValuesOf("timeZone"), ...(isNear ? [] : [chosen])])].sort()
  return (
    <select
      ref={select}
      className="control zone-select"
      aria-label={texts["schedule.your_zone"]}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    >
      <optgroup label={texts["schedule.near_zones"]}>
        {NEAR_ZONES.map(([zone, city]) => (
          <option key={zone} value={zone}>
            {city}
          </option>
        ))}
      </optgroup>
      <optgroup label={texts["schedule.all_zones"]}>
        {all.map((zone) => (
          <option key={zone} value={zone}>
            {`${cityOf(zone)} (${zone})`}
          </option>
        ))}
      </optgroup>
    </select>
  )
}
