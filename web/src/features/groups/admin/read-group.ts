import { clockAt, instantOf } from "@haitech/contract/clock"
import { LANGUAGES, type Language } from "@haitech/contract/languages"
import type { GroupForm } from "./api.ts"

/** The day of an instant on the site's clock. */
export function dayOf(instant: string, timeZone: string): string {
  return clockAt(instant, timeZone).date
}

/** What the form says, for the server to check. A screening is valid to the end of its day. */
export function readGroup(input: FormData, timeZone: string): GroupForm {
  const field = (name: string) => String(input.get(name) ?? "").trim()
  const screened = field("mentorScreenedUntil")
  return {
    texts: readTexts(field),
    capacity: Number(field("capacity")),
    mentorId: (field("mentorId") || null) as GroupForm["mentorId"],
    mentorScreenedUntil: screened ? instantOf(screened, "23:59", timeZone) : null,
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
