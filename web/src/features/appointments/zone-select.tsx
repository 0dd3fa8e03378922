import { cityOf } from "@haitech/contract/clock"
import { useEffect, useRef } from "react"

/** Where most visitors live. Montréal and São Paulo have other names in the database of zones. */
const NEAR = [
  ["America/Port-au-Prince", "Port-au-Prince"],
  ["America/New_York", "New York"],
  ["America/Toronto", "Montréal"],
  ["Europe/Paris", "Paris"],
  ["America/Santiago", "Santiago"],
  ["America/Santo_Domingo", "Santo Domingo"],
  ["America/Sao_Paulo", "São Paulo"],
] as const

interface Props {
  readonly texts: Readonly<Record<"schedule.your_zone" | "schedule.near_zones" | "schedule.all_zones", string>>
  readonly chosen: string
  readonly onChoose: (timeZone: string) => void
}

/** All zones that the browser knows, the near ones first. It takes the focus. */
export function ZoneSelect({ texts, chosen, onChoose }: Props) {
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => select.current?.focus(), [])
  const isNear = NEAR.some(([zone]) => zone === chosen)
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
        {NEAR.map(([zone, city]) => (
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
