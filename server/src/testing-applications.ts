import { openBrowser, type TestApp } from "#testing.ts"

export const APPLICATION = {
  role: "mentor",
  firstName: "Widline",
  lastName: "Jean",
  email: "widline@example.org",
  motivation: "Somebody once helped me.",
  consent: true,
}

export async function applyAsGuest(app: TestApp, fields: object = {}, language = "ht") {
  const payload = { ...APPLICATION, ...fields }
  return openBrowser(app).send("POST", "/api/volunteer-applications", payload, { "accept-language": language })
}

export async function emailedToken(app: TestApp): Promise<string> {
  const texts = (await app.deliver()).map(({ text }) => /\/application#application=(\S+)/.exec(text)?.[1])
  return texts.findLast((token) => token !== undefined) ?? ""
}
