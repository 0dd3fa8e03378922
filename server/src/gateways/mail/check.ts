import type { Finding } from "@haitech/contract/admin/system"
import { smtpTransport } from "#gateways/mail.ts"
import { finding, reasonOf } from "#platform/system/finding.ts"
import { checkSender, type Names } from "./sender.ts"

interface Settings {
  readonly smtpUrl: string | undefined
  readonly from: string
  /** The address that answers to our emails come to. */
  readonly replies: string | undefined
}

/** Whether the mail server takes our sign-in, and whether other servers will believe our sender. It sends nothing. */
export async function checkMail({ smtpUrl, from, replies }: Settings, names?: Names): Promise<readonly Finding[]> {
  if (!smtpUrl) return [finding("mail_files")]
  const found = await Promise.all([checkServer(smtpUrl), checkSender({ from, replies }, names)])
  return found.flat()
}

async function checkServer(smtpUrl: string): Promise<Finding> {
  const { hostname: host } = new URL(smtpUrl)
  const transport = await smtpTransport(smtpUrl)
  try {
    await transport.verify()
    return finding("mail_ready", { host })
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    if (code === "EAUTH") return finding("mail_refused", { host, reason: responseCode ?? code })
    return finding("mail_silent", { host, reason: reasonOf(error) })
  } finally {
    transport.close()
  }
}
