import type { AddressInfo } from "node:net"
import { SMTPServer } from "smtp-server"
import { expect, onTestFinished, test } from "vitest"
import { checkMail } from "./check.ts"
import type { Names } from "./sender.ts"

const NO_NAMES = {
  resolveTxt: async () => [],
  resolveMx: async () => [],
} as unknown as Names

/** A mail server with one account. @returns its address, with this password */
async function openServer(password: string): Promise<string> {
  const server = new SMTPServer({
    logger: false,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: (login, _session, done) =>
      login.password === "right" ? done(null, { user: "guerda" }) : done(new Error("wrong password")),
  })
  server.on("error", () => undefined)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => new Promise((resolve) => server.close(resolve)))
  return `smtp://guerda:${password}@127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

const check = async (smtpUrl: string | undefined) =>
  (await checkMail({ smtpUrl, from: "hello@example.org", replies: undefined }, NO_NAMES))[0]

test("a mail server accepts our sign-in, or refuses it, and the password is not told", async () => {
  expect(await check(await openServer("right"))).toEqual({ code: "mail_ready", values: { host: "127.0.0.1" } })
  expect(await check(await openServer("wrong"))).toEqual({
    code: "mail_refused",
    values: { host: "127.0.0.1", reason: "535" },
  })
})

test("a mail server that nobody reaches is told with the reason", async () => {
  const url = new URL(await openServer("right"))
  url.port = "1"
  expect(await check(url.href)).toEqual({ code: "mail_silent", values: { host: "127.0.0.1", reason: "ECONNREFUSED" } })
})

test("without a mail server nobody gets emails", async () => {
  expect(await check(undefined)).toEqual({ code: "mail_files", values: {} })
})
