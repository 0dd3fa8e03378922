import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** What people write: `content/` of the house. */
const CONTENT = fileURLToPath(new URL("../../../../content", import.meta.url))

export interface ContentFile {
  /** Its address in `content/`, for a complaint about it. */
  readonly name: string
  /** What follows the front matter, without the space around it. */
  readonly text: string
  /** @throws Error that names the file, when its front matter does not say this. */
  says(field: string): string
}

/** Every markdown file of a folder of `content/`, by file name. */
export async function contentIn(folder: string, root: string = CONTENT): Promise<ContentFile[]> {
  const names = (await readdir(join(root, folder))).filter((name) => name.endsWith(".md")).sort()
  return Promise.all(
    names.map(async (name) => parse(`${folder}/${name}`, await readFile(join(root, folder, name), "utf8"))),
  )
}

/** Front matter is lines of `name: value` between two lines of `---`. A value is the rest of its line, as it stands. */
function parse(name: string, source: string): ContentFile {
  const [, head = "", text = ""] =
    /^---\n(.*?)\n---\n(.*)$/s.exec(source.replaceAll("\r\n", "\n").normalize("NFC")) ?? []
  const fields = new Map<string, string>()
  for (const line of head.split("\n")) {
    const [, field, value] = /^([\w-]+): +(\S.*)$/.exec(line) ?? []
    if (!field || !value) throw new Error(`content/${name}: "${line}" is not a line of front matter (name: value)`)
    fields.set(field, value.trim())
  }
  return { name, text: text.trim(), says: (field) => fields.get(field) ?? missing(name, field) }
}

function missing(name: string, field: string): never {
  throw new Error(`content/${name}: the front matter does not say "${field}"`)
}
