import { COURSE_FILE_LIST, signedText } from "@haitech/contract/course-files"
import type { ListSignature } from "@haitech/contract/pages"
import { strToU8, type Zippable, zipSync } from "fflate"
import { fileNameOf } from "./course-file-names.ts"
import type { SignedList } from "./read-course-file.ts"
import { digestOf } from "./save-files.ts"

export const COURSE = "/learn/numbers"
export const CONTENTS: Readonly<Record<string, string>> = {
  "/assets/a-1.js": "let a",
  "/learn": "<p>all",
  "/learn/numbers/one": "<p>one",
  [COURSE]: "<p>course",
}

const CURVE = { name: "ECDSA", namedCurve: "P-256" }
const base64 = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "")

/** A site that signs lists. */
export async function createSite() {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(CURVE, true, ["sign"])
  async function sign(list: Omit<SignedList, "signed">, about: Partial<ListSignature> = {}): Promise<SignedList> {
    const course = { page: COURSE, title: "Numbers", titleLanguage: "en", madeAt: "2026-01-02T00:00:00.000Z", ...about }
    const text = strToU8(signedText(list, course)) as Uint8Array<ArrayBuffer>
    const signature = base64(await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, text))
    return { ...list, signed: { ...course, signature } }
  }
  return {
    key: base64(await crypto.subtle.exportKey("raw", publicKey)),
    sign,
    list: async (contents = CONTENTS, about?: Partial<ListSignature>) => sign(await listOf(contents), about),
  }
}

async function listOf(contents: Readonly<Record<string, string>>): Promise<Omit<SignedList, "signed">> {
  const files = Object.entries(contents).map(async ([address, text]) => {
    const content = strToU8(text) as Uint8Array<ArrayBuffer>
    return { address, bytes: content.length, sentBytes: 4, digest: await digestOf(content), headers: 0 }
  })
  const headers = [{ "content-type": "text/html", "content-security-policy": "default-src 'none'" }]
  return { version: Object.values(contents).join(), headers, files: await Promise.all(files) }
}

/** A course file; `changed` replaces entries of the zip or adds some, null leaves one out. */
export function zipOf(
  list: object,
  contents = CONTENTS,
  changed: Readonly<Record<string, string | Uint8Array | null>> = {},
): File {
  const entries: [string, string][] = Object.entries(contents).map(([address, text]) => [fileNameOf(address), text])
  const all = Object.entries({ [COURSE_FILE_LIST]: JSON.stringify(list), ...Object.fromEntries(entries), ...changed })
  const zip: Zippable = {}
  for (const [name, text] of all) if (text !== null) zip[name] = typeof text === "string" ? strToU8(text) : text
  return new File([zipSync(zip) as Uint8Array<ArrayBuffer>], "course.zip")
}
