import { createHash } from "node:crypto"
import { mkdir, open, rename } from "node:fs/promises"
import { join } from "node:path"
import type { Language } from "@haitech/contract/languages"
import { createTransport, type SendMailOptions } from "nodemailer"

/** One letter to one person. `key` names it: sent twice, it carries the same Message-ID, and most mailboxes show one. */
export interface Letter {
  readonly key: string
  readonly to: string
  readonly language: Language
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface Mail {
  send(letter: Letter): Promise<void>
}

interface Sender {
  readonly name: string
  readonly address: string
}

const ONE_ADDRESS = /^[^\s,;:<>()"\\]+@[^\s,;:<>()"\\@]+$/
const PATIENCE_MS = 20_000

/** Letters by SMTP (`SMTP_URL`), encrypted unless the server is on this machine. */
export function smtpMail(url: string, from: Sender): Mail {
  const { hostname } = new URL(url)
  const transport = createTransport({
    url,
    requireTLS: !["localhost", "127.0.0.1", "[::1]"].includes(hostname),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(letter) {
      await transport.sendMail(messageOf(letter, from))
    },
  }
}

/** Letters as `.eml` files in `folder`, for development: any mail program opens them. */
export function fileMail(folder: string, from: Sender): Mail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" })
  return {
    async send(letter) {
      const { message } = await transport.sendMail(messageOf(letter, from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${hash(letter.key)}.eml`)
      const written = await open(`${file}.${process.pid}`, "w", 0o600)
      await written.writeFile(message as Buffer)
      await written.sync()
      await written.close()
      await rename(`${file}.${process.pid}`, file)
    },
  }
}

function messageOf(letter: Letter, from: Sender): SendMailOptions {
  // The mail library reads an address as a list of addresses, also in the envelope.
  if (!ONE_ADDRESS.test(letter.to)) throw new Error("not one plain address")
  if (/[\r\n]/.test(letter.subject)) throw new Error("a line break in a header")
  return {
    from: { ...from },
    to: { name: "", address: letter.to },
    envelope: { from: from.address, to: [letter.to] },
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    messageId: `<${hash(letter.key)}@${from.address.split("@")[1]}>`,
    headers: { "auto-submitted": "auto-generated", "content-language": letter.language },
  }
}

function hash(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 32)
}
