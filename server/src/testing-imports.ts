import { createId } from "#platform/db/columns.ts"
import type { Browser } from "#testing.ts"

export const IMPORTS = "/api/admin/membership-imports"

export type FileContent = string | Uint8Array

const SETTINGS = { language: "en", consent: "true", sendsWelcome: "false", leavesOut: "false" }

/** @param fields overrides the settings of an import; undefined leaves one out */
export function importForm(content: FileContent | undefined, fields: Readonly<Record<string, string | undefined>>) {
  const form = new FormData()
  if (content !== undefined)
    form.append("file", new File([typeof content === "string" ? content : new Uint8Array(content)], "members.csv"))
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value)
  return form
}

export function checkFile(by: Browser, content: FileContent, language = "en") {
  return by.send("POST", `${IMPORTS}/check`, importForm(content, {}), { "accept-language": language })
}

export function importFile(
  by: Browser,
  content: FileContent | undefined,
  fields: Readonly<Record<string, string | undefined>> = {},
) {
  return by.send("POST", IMPORTS, importForm(content, { id: createId(), ...SETTINGS, ...fields }))
}

export function undoImport(by: Browser, id: string) {
  return by.send("DELETE", `${IMPORTS}/${id}`)
}
