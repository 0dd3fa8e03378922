import { createHash, randomUUID } from "node:crypto"
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises"
import { platform } from "node:os"
import { dirname, join } from "node:path"
import type { Language } from "@haitech/contract/languages"
import type { SendMailOptions } from "nodemailer"
import { PermanentFailure, UnknownMailbox } from "#platform/jobs/permanent-failure.ts"
import { memoize } from "#platform/memoize.ts"

/** An email to one person. `key` determines the Message-ID, so that most mailboxes show an email sent twice only once. */
export interface Email {
  readonly key: string
  readonly to: string
  readonly replyTo?: string | undefined
  readonly language: Language
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments?: readonly Attachment[]
  /** Where a POST without anything else ends such emails (RFC 8058). */
  readonly unsubscribe?: string
  /** Not in the list of sent emails, which every administrator reads: docs/decisions/0083. */
  readonly isUnlisted?: boolean
}

interface Attachment {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
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
const CONNECT_MS = 20_000
/** Longer, because a server may scan an email before it accepts it; a timeout would send the email twice. */
const SOCKET_MS = 60_000

interface MailSettings {
  readonly smtpUrl: string | undefined
  readonly from: string
}

/** Without a mail server emails are files in `outbox` of the data folder. */
export function createMail({ smtpUrl, from }: MailSettings, name: string, dataDir: string): Mail {
  const sender = { name, address: from }
  return smtpUrl ? smtpMail(smtpUrl, sender) : fileMail(join(dataDir, "outbox"), sender)
}

export async function smtpTransport(url: string) {
  const { createTransport } = await import("nodemailer")
  return createTransport({
    url: requireTls(url),
    dnsTimeout: CONNECT_MS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SOCKET_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

export function smtpMail(url: string, from: Sender): Mail {
  const transport = memoize(() => smtpTransport(url))
  return {
    async send(email) {
      const message = toMessage(email, from)
      try {
        await (await transport()).sendMail(message)
      } catch (error) {
        if (isUnknownMailbox(error)) throw new UnknownMailbox("the address was refused", { cause: error })
        throw isRefusedForGood(error) ? new PermanentFailure("the email was refused", { cause: error }) : error
      }
    },
  }
}

interface SmtpError {
  readonly responseCode?: number
  readonly command?: string
  readonly response?: string
}

/** A refused sender or sign-in (530, 535) is not the email's fault: the operator can mend the settings. */
function isRefusedForGood(error: unknown): boolean {
  const { responseCode: code = 0, command = "" } = error as SmtpError
  return code >= 500 && code < 600 && code !== 530 && ["RCPT TO", "DATA"].includes(command)
}

/**
 * By its enhanced code (RFC 3463: addresses and mailboxes), or else by the plain one (RFC 5321). A refusal because of
 * relaying or a block list is not the address's fault, and a full mailbox is emptied again.
 */
function isUnknownMailbox(error: unknown): boolean {
  const { responseCode = 0, command, response = "" } = error as SmtpError
  if (command !== "RCPT TO") return false
  const [, enhanced] = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  return enhanced ? /^5\.(1\.(?!7|8)|2\.1$)/.test(enhanced) : [550, 551, 553].includes(responseCode)
}

/** Sets `requireTLS` in the URL, because its parameters override the options of the transport. */
function requireTls(url: string): string {
  const address = new URL(url)
  if (LOOPBACK.includes(address.hostname)) return url
  for (const name of ["ignoreTLS", "opportunisticTLS", "secure"]) address.searchParams.delete(name)
  address.searchParams.set("requireTLS", "true")
  return address.href
}

/** Writes emails as `.eml` files to `folder`, for development; any mail program opens them. */
export function fileMail(folder: string, from: Sender): Mail {
  const transport = memoize(async () => {
    const { createTransport } = await import("nodemailer")
    return createTransport({ streamTransport: true, buffer: true, newline: "windows" })
  })
  return {
    async send(email) {
      const { message } = await (await transport()).sendMail(toMessage(email, from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeAtomically(join(folder, `${hash(email.key)}.eml`), message as Buffer)
    },
  }
}

async function writeAtomically(file: string, content: Buffer): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  try {
    await writeFile(draft, content, { mode: 0o600, flag: "wx", flush: true })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  // Windows persists file names by itself and cannot sync folders.
  if (platform() === "win32") return
  const folder = await open(dirname(file))
  await folder.sync().finally(() => folder.close())
}

function toMessage(email: Email, from: Sender): SendMailOptions {
  // Nodemailer parses an address as a list of addresses, even in the envelope.
  for (const address of [email.to, ...(email.replyTo ? [email.replyTo] : [])])
    if (!ONE_ADDRESS.test(address) || address.length > ADDRESS_LENGTH)
      throw new PermanentFailure("not one plain address")
  if ([email.subject, from.name].some((value) => /[\r\n\0]/.test(value)))
    throw new PermanentFailure("a line break in a header")
  return {
    from: { ...from },
    to: { name: "", address: email.to },
    ...(email.replyTo && { replyTo: { name: from.name, address: email.replyTo } }),
    envelope: { from: from.address, to: [email.to] },
    subject: email.subject,
    text: email.text,
    html: email.html,
    attachments: (email.attachments ?? []).map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(bytes),
    })),
    messageId: `<${hash(email.key)}@${from.address.split("@")[1]}>`,
    headers: {
      "auto-submitted": "auto-generated",
      "content-language": email.language,
      ...(email.unsubscribe && {
        "List-Unsubscribe": { prepared: true, value: `<${email.unsubscribe}>` },
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
  }
}

function hash(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 32)
}
