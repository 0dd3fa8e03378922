import { LANGUAGES, type Language } from "@haitech/contract/languages"

/** The best supported language of an `Accept-Language` header, or English (D2; RFC 9110, 12.5.4). */
export function languageFrom(header: string | undefined): Language {
  if (!header) return "en"
  const preferences = header.split(",").map((part) => {
    const [tag = "", ...parameters] = part.trim().toLowerCase().split(";")
    const quality = parameters.map((parameter) => parameter.trim().match(/^q=([\d.]+)$/)?.[1]).find(Boolean)
    return { base: tag.split("-")[0], quality: quality === undefined ? 1 : Number(quality) }
  })
  const ranked = preferences.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  for (const { base } of ranked) {
    const match = LANGUAGES.find((language) => language === base)
    if (match) return match
  }
  return "en"
}
