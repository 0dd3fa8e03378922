import { instantOf } from "@haitech/contract/clock"
import { LANGUAGES, type Language } from "@haitech/contract/languages"
import type { GroupForm } from "./api.ts"

/** What the form says, for the server to check. */
export function readGroup(input: FormData): GroupForm {
  const field = (name: string) => String(input.get(name) ?? "").trim()
  return {
    texts: readTexts(field),
    capacity: Number(field("capacity")),
    mentorId: (field("mentorId") || null) as GroupForm["mentorId"],
    meeting: readMeeting(field),
  }
}

type Read = (name: string) => string

function readTexts(field: Read): GroupForm["texts"] {
  const written = LANGUAGES.map((language) => ({
    language,
    text: { name: field(`texts.${language}.name`), description: field(`texts.${language}.description`) },
  })).filter(({ language, text }) => language === "en" || text.name !== "" || text.description !== "")
  const texts: Partial<Record<Language, GroupForm["texts"]["en"]>> = {}
  for (const { language, text } of written) texts[language] = text
  return texts as GroupForm["texts"]
}

function readMeeting(field: Read): GroupForm["meeting"] {
  const [day, timeZone] = [field("day"), field("timeZone")]
  if (day === "") return null
  const startsAt = instantOf(day, field("time"), timeZone) ?? ""
  return { startsAt, minutes: Number(field("minutes")), timeZone, url: field("url") || null }
}
