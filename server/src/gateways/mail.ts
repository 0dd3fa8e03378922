import { createHash, randomUUID } from "node:crypto"
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises"
import { platform } from "node:os"
import { dirname, join } from "node:path"
import type { Language } from "@haitech/contract/languages"
import type { SendMailOptions } from "nodemailer"
import { memoize } from "#platform/memoize.ts"

/** One letter to one person. `key` names it: sent twice, it carries the same Message-ID, and most mailboxes show one. */
export interface Email {
  readonly key: string
  readonly to: string
  /** Where it is answered; nowhere when nothing is said. */
  readonly replyTo?: string | undefined
  readonly language: Language
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface Mail {
  send(email: Email): Promise<void>
}

interface Sender {
  readonly name: string
  readonly address: string
}

const ONE_ADDRESS = /^[^\s\p{Cc},;:<>()[\]"\\@]+@[^\s\p{Cc},;:<>()[\]"\\@]+$/u
const ADDRESS_LENGTH = 254
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]
const PATIENCE_MS = 20_000
/** A server that looks a letter over before it says yes may be long silent, and would get it twice. */
const LONG_PATIENCE_MS = 60_000

/** Letters by SMTP (`SMTP_URL`), encrypted unless the server is on this machine. */
export function smtpMail(url: string, from: Sender): Mail {
  const address = encrypted(url)
  const transport = memoize(async () => {
    const { createTransport } = await import("nodemailer")
    return createTransport({
      url: address,
      dnsTimeout: PATIENCE_MS,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: LONG_PATIENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  })
  return {
    async send(email) {
      await (await transport()).sendMail(messageOf(email, from))
    },
  }
}

/** What the address itself says wins over the transport's options, so that is where it has to stand. */
function encrypted(url: string): string {
  const address = new URL(url)
  if (LOOPBACK.includes(address.hostname)) return url
  for (const name of ["ignoreTLS", "opportunisticTLS", "secure"]) address.searchParams.delete(name)
  address.searchParams.set("requireTLS", "true")
  return address.href
}

/** Letters as `.eml` files in `folder`, for development: any mail program opens them. */
export function fileMail(folder: string, from: Sender): Mail {
  const transport = memoize(async () => {
    const { createTransport } = await import("nodemailer")
    return createTransport({ streamTransport: true, buffer: true, newline: "windows" })
  })
  return {
    async send(email) {
      const { message } = await (await transport()).sendMail(messageOf(email, from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(join(folder, `${hash(email.key)}.eml`), message as Buffer)
    },
  }
}

/** The file is there as a whole or not at all, also after a power cut. */
async function writeWhole(file: string, content: Buffer): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  try {
    await writeFile(draft, content, { mode: 0o600, flag: "wx", flush: true })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  // Windows keeps names without being asked, and does not let one ask.
  if (platform() === "win32") return
  const folder = await open(dirname(file))
  await folder.sync().finally(() => folder.close())
}

function messageOf(email: Email, from: Sender): SendMailOptions {
  // The mail library reads an address as a list of addresses, also in the envelope.
  for (const address of [email.to, ...(email.replyTo ? [email.replyTo] : [])])
    if (!ONE_ADDRESS.test(address) || address.length > ADDRESS_LENGTH) throw new Error("not one plain address")
  if ([email.subject, from.name].some((said) => /[\r\n\0]/.test(said))) throw new Error("a line break in a header")
  return {
    from: { ...from },
    to: { name: "", address: email.to },
    ...(email.replyTo && { replyTo: { name: from.name, address: email.replyTo } }),
    envelope: { from: from.address, to: [email.to] },
    subject: email.subject,
    text: email.text,
    html: email.html,
    messageId: `<${hash(email.key)}@${from.address.split("@")[1]}>`,
    headers: { "auto-submitted": "auto-generated", "content-language": email.language },
  }
}

function hash(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 32)
}
