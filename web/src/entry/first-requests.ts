// Runs in the head of the dashboard, so that what its first view reads is under way while its scripts load
// (`platform/http/first-requests.ts`).
const { lang, dataset } = document.documentElement
const names = ["/api/auth/user", "/api/user/profile", "/api/appointments", "/api/learning/summary"]
if (location.pathname.endsWith("/member-dashboard")) names.push("learning", "/api/courses", "/api/user/progress")

/** After a failure the rest is forgotten: what somebody tries again is read anew. */
const forget = () => Object.assign(window, { firstRequests: undefined })

function send(name: string): Promise<Response> {
  const path = name.startsWith("/") ? name : `/fragments/${lang}/${name}.html`
  const response = fetch(path, { headers: { "accept-language": lang }, signal: AbortSignal.timeout(60_000) })
  response.then(({ ok }) => ok || forget(), forget)
  return response
}

if ("signedIn" in dataset) {
  const responses = Object.fromEntries(names.map((name) => [name, send(name)]))
  Object.assign(window, { firstRequests: { cookie: document.cookie, responses } })
}
