import { cityOf } from "@haitech/contract/clock"
import { useState } from "react"
import { fill } from "#platform/i18n/fill.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { localTimeZone, nameLocalZone } from "./local-zone.ts"

export const ZONE_TEXTS = [
  "schedule.other_zone",
  "schedule.your_zone",
  "schedule.near_zones",
  "schedule.all_zones",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof ZONE_TEXTS)[number], string>>
}

/** For a visitor whose device is set to another zone: names theirs for the rest of the visit. */
export function ZoneSwitch({ texts }: Props) {
  const [{ ZoneSelect }, setScript] = useState<Partial<typeof import("./zone-select.tsx")>>({})
  const open = () => void import("./zone-select.tsx").then(setScript, () => undefined)
  if (ZoneSelect) {
    return (
      <ZoneSelect
        texts={texts}
        chosen={localTimeZone()}
        onChoose={(zone) => {
          setScript({})
          nameLocalZone(zone)
        }}
      />
    )
  }
  return (
    <button type="button" className="more" onClick={open}>
      {fill(texts["schedule.other_zone"], { city: cityOf(localTimeZone()) })}
    </button>
  )
}
