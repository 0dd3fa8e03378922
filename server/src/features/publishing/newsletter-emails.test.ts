import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NEWSLETTER_BYTES } from "@haitech/contract/admin/newsletters"
import PostalMime from "postal-mime"
import { expect, onTestFinished, test } from "vitest"
import { type Email, fileMail } from "#gateways/mail.ts"
import { createTestApp, signInAsAdmin } from "#testing.ts"
import { createNewsletter, deliverAll, joinAs, NEWSLETTERS, startNewsletter, tokenOf } from "#testing-newsletters.ts"

async function open() {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  app.setNow(new Date())
  return { app, admin: await signInAsAdmin(app, "root") }
}

/** The email as a mailbox gets it. */
async function write(email: Email): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "mail-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await fileMail(folder, { name: "HaiTech", address: "news@haitech.test" }).send(email)
  return readFileSync(join(folder, readdirSync(folder)[0] ?? ""))
}

const WHY = {
  en: "You get this email because you are a member of HaiTech",
  fr: "Tu reçois cet e-mail parce que tu es membre de HaiTech",
  ht: "Ou resevwa imèl sa a paske ou manm HaiTech",
  es: "Recibes este correo porque eres miembro de HaiTech",
}

test.each(["en", "fr", "ht", "es"] as const)("a newsletter arrives whole in %s", async (language) => {
  const { app, admin } = await open()
  await joinAs(app, "ada", language)
  const more = { subjectHt: "Nouvo kou", contentHt: "Twa **kou**", subjectEs: "Clases", contentEs: "Tres **clases**" }
  await startNewsletter(admin, await createNewsletter(admin, more))
  const [sent] = await deliverAll(app)
  if (!sent) throw new Error("no email")
  const email = await PostalMime.parse(await write(sent))
  const headers = Object.fromEntries(email.headers.map(({ key, value }) => [key, value]))
  const link = `http://localhost:3000${language === "en" ? "" : `/${language}`}/newsletters#newsletters=${tokenOf(sent)}`
  expect(headers).toMatchObject({
    "content-language": language,
    "list-unsubscribe": `<http://localhost:3000/api/newsletters/unsubscription?token=${tokenOf(sent)}>`,
    "list-unsubscribe-post": "List-Unsubscribe=One-Click",
  })
  const [text, html] = [email.text ?? "", email.html ?? ""].map((part) => part.replaceAll(/\s+/g, " "))
  for (const part of [text, html]) {
    expect(part).toContain(WHY[language])
    expect(part).toContain("HaiTech Inc., 1 Main Street, Boston, MA 02108")
    expect(part).toContain(link)
  }
  expect(html).toMatch(/<strong>(three|trois|kou|clases)<\/strong>/)
  expect(html).not.toMatch(/<img|<script|<link|url\(/)
  expect([email.to?.[0]?.address, email.from?.address]).toEqual(["ada@example.org", "news@haitech.test"])
})

test.each(["x", "é", "漢", "=", "\n\n- x", "[x](/y) "])(
  "the largest newsletter of %j that is accepted is smaller than 40 KB",
  async (piece) => {
    const { app, admin } = await open()
    await joinAs(app, "ada")
    const newsletter = { topic: "events", program: null, subjectEn: "Long" }
    let [accepted, refused] = [1, Math.floor(10_000 / piece.length) + 1]
    while (refused - accepted > 1) {
      const middle = Math.floor((accepted + refused) / 2)
      const body = { ...newsletter, contentEn: piece.repeat(middle).trim() }
      const { statusCode } = await admin.send("POST", NEWSLETTERS, body)
      if (statusCode === 201) accepted = middle
      else refused = middle
    }
    const id = await createNewsletter(admin, { ...newsletter, contentEn: piece.repeat(accepted).trim() })
    await startNewsletter(admin, id)
    const [email] = await deliverAll(app)
    if (!email) throw new Error("no email")
    expect((await write(email)).length).toBeLessThan(NEWSLETTER_BYTES)
    expect(accepted * piece.length).toBeGreaterThan(1500)
  },
)
