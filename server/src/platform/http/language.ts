import { LANGUAGES, type Language } from "@haitech/contract/languages"

/** The language of an answer: the best of `Accept-Language` that we speak, English without it (D2; RFC 9110, 12.5.4). */
export function languageFrom(header: string | undefined): Language {
  const wishes = (header ?? "").split(",").map((part) => {
    const [tag = "", ...parameters] = part.trim().toLowerCase().split(";")
    const quality = parameters.map((parameter) => parameter.trim().match(/^q=([\d.]+)$/)?.[1]).find(Boolean)
    return { base: tag.split("-")[0], quality: quality === undefined ? 1 : Number(quality) }
  })
  const best = wishes.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  for (const { base } of best) {
    const known = LANGUAGES.find((language) => language === base)
    if (known) return known
  }
  return "en"
}
