import type { GroupRecord } from "@haitech/contract/admin/groups"
import { clockAt, instantOf } from "@haitech/contract/clock"
import { LANGUAGES, type Language } from "@haitech/contract/languages"
import type { GroupForm } from "./api.ts"

type Part = "name" | "description"
/** Named like the server's errors. */
export type TextField = `texts.${Language}.${Part}`

export function textField(language: Language, part: Part): TextField {
  return `texts.${language}.${part}`
}

type GroupValues = ReturnType<typeof toGroupValues>

/** The form values of a group; its meeting is a day and an hour in a zone. */
export function toGroupValues(group: GroupRecord | null, siteZone: string) {
  const meeting = group?.meeting
  const timeZone = meeting?.timeZone ?? siteZone
  const clock = meeting && clockAt(meeting.startsAt, timeZone)
  return {
    ...textValues(group),
    capacity: String(group?.capacity ?? 30),
    mentorId: group?.mentorId ?? "",
    day: clock?.date ?? "",
    time: clock?.time ?? "18:00",
    minutes: String(meeting?.minutes ?? 60),
    timeZone,
    url: meeting?.url ?? "",
  }
}

function textValues(group: GroupRecord | null) {
  const values = LANGUAGES.flatMap((language) => {
    const own = group?.texts.find((text) => text.language === language)
    return [
      [textField(language, "name"), own?.name ?? ""],
      [textField(language, "description"), own?.description ?? ""],
    ]
  })
  return Object.fromEntries(values) as Record<TextField, string>
}

/** The request body, for the server to check. */
export function toGroupForm(values: GroupValues): GroupForm {
  return {
    texts: toTexts(values),
    capacity: Number(values.capacity),
    mentorId: (values.mentorId || null) as GroupForm["mentorId"],
    meeting: toMeeting(values),
  }
}

function toTexts(values: GroupValues): GroupForm["texts"] {
  const texts: Partial<Record<Language, GroupForm["texts"]["en"]>> = {}
  for (const language of LANGUAGES) {
    const name = values[textField(language, "name")].trim()
    const description = values[textField(language, "description")].trim()
    if (language === "en" || name !== "" || description !== "") texts[language] = { name, description }
  }
  return texts as GroupForm["texts"]
}

function toMeeting({ day, time, minutes, timeZone, url }: GroupValues): GroupForm["meeting"] {
  if (day === "") return null
  const startsAt = instantOf(day, time, timeZone) ?? ""
  return { startsAt, minutes: Number(minutes), timeZone, url: url.trim() || null }
}
