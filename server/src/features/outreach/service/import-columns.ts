import { LANGUAGES } from "@haitech/contract/languages"
import { PROGRAMS } from "@haitech/contract/outreach"
import { type MessageKey, text } from "#platform/messages.ts"

export const IMPORT_FIELDS = ["name", "email", "program", "language", "location", "interests", "joinedAt"] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** The titles of the export, which are understood in every language. */
const TITLES: Readonly<Record<ImportField, readonly MessageKey[]>> = {
  name: ["column.name"],
  email: ["column.email"],
  program: ["column.program"],
  language: ["column.language"],
  location: ["column.location"],
  interests: ["column.interests"],
  joinedAt: ["column.date", "column.joined"],
}

const OTHER_TITLES: Readonly<Record<ImportField, readonly string[]>> = {
  name: ["Full name", "Nom complet", "Non konplè", "Nombre completo"],
  email: ["Mail", "Email address", "Adresse e-mail", "Courriel", "Adrès imèl", "Correo electrónico"],
  program: ["Programs", "Programmes", "Pwogram yo", "Programas"],
  language: ["Languages", "Langues", "Lang yo", "Idiomas"],
  location: ["City", "Place", "Ville", "Vil", "Ciudad"],
  interests: ["Interest", "Intérêts", "Interés"],
  joinedAt: ["Date joined", "Joined on"],
}

const LANGUAGE_NAMES = {
  en: ["Anglais", "Angle", "Inglés"],
  fr: ["French", "Franse", "Francés"],
  ht: ["Kreyòl", "Creole", "Haitian Creole", "Créole haïtien", "Criollo haitiano"],
  es: ["Spanish", "Espagnol", "Panyòl"],
} as const

/** The position of each field's column; `ignored` are the titles of the others. */
export interface Columns {
  readonly positions: ReadonlyMap<ImportField, number>
  readonly ignored: readonly string[]
  /** Whether two columns are the same field. */
  readonly isAmbiguous: boolean
}

const FIELDS = new Map(
  IMPORT_FIELDS.flatMap((field) => {
    const titles = TITLES[field].flatMap((key) => LANGUAGES.map((language) => text(language, key)))
    return [...titles, ...OTHER_TITLES[field]].map((title) => [letters(title), field] as const)
  }),
)

export function findColumns(header: readonly string[]): Columns {
  const positions = new Map<ImportField, number>()
  const ignored: string[] = []
  let isAmbiguous = false
  for (const [position, title] of header.entries()) {
    const field = FIELDS.get(letters(title))
    if (!field) ignored.push(title.trim())
    else if (positions.has(field)) isAmbiguous = true
    else positions.set(field, position)
  }
  return { positions, ignored: ignored.filter((title) => title !== ""), isAmbiguous }
}

/** Programs and languages by code or by name; other values as they are, so that the schema refuses them. */
export function createCodes(siteName: string): Readonly<Partial<Record<ImportField, (value: string) => string>>> {
  const programs = PROGRAMS.flatMap((code) => {
    const names = LANGUAGES.map((language) => text(language, `program.${code}`, { site: siteName }))
    return [code, ...names].map((name) => [letters(name), code] as const)
  })
  const languages = LANGUAGES.flatMap((code) =>
    [code, text(code, `language.${code}`), ...LANGUAGE_NAMES[code]].map((name) => [letters(name), code] as const),
  )
  return { program: lookUp(new Map<string, string>(programs)), language: lookUp(new Map<string, string>(languages)) }
}

function lookUp(codes: ReadonlyMap<string, string>) {
  return (value: string) => codes.get(letters(value)) ?? value
}

/** Without case, accents, blanks and signs. */
function letters(title: string): string {
  return title
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase()
}
