import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const CONTENT = fileURLToPath(new URL("../../../../content", import.meta.url))

export interface ContentFile {
  readonly name: string
  readonly text: string
  /** The value of a field of the front matter. @throws {Error} that names the file when the field is missing */
  field(name: string): string
}

export async function readContent(folder: string, root: string = CONTENT): Promise<ContentFile[]> {
  const names = (await readdir(join(root, folder))).filter((name) => name.endsWith(".md")).sort()
  return Promise.all(
    names.map(async (name) => parse(`${folder}/${name}`, await readFile(join(root, folder, name), "utf8"))),
  )
}

/** Front matter is lines of `name: value` between two lines of `---`; a value is the rest of its line. */
function parse(name: string, source: string): ContentFile {
  const [, head = "", text = ""] =
    /^---\n(.*?)\n---\n(.*)$/s.exec(source.replaceAll("\r\n", "\n").normalize("NFC")) ?? []
  const fields = new Map<string, string>()
  for (const line of head.split("\n")) {
    const [, field, value] = /^([\w-]+): +(\S.*)$/.exec(line) ?? []
    if (!field || !value) throw new Error(`content/${name}: "${line}" is not a line of front matter (name: value)`)
    fields.set(field, value.trim())
  }
  return { name, text: text.trim(), field: (key) => fields.get(key) ?? throwMissing(name, key) }
}

function throwMissing(name: string, field: string): never {
  throw new Error(`content/${name}: the front matter does not say "${field}"`)
}
