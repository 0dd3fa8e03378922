import { signInAsAdmin } from "./admins.ts"
import { test } from "./fixtures.ts"
test("shots", async ({ page, baseURL, sql }) => {
  test.setTimeout(240000)
  await signInAsAdmin(page, baseURL)
  const [me] = await sql<{id:string}[]>`select id from users where is_admin limit 1`
  const people: [string,string,string,string,string|null,number][] = [
    ["Rose-Mélinda","Jean-Baptiste","mentor","new",null,2],["Wilner","Augustin","volunteer","interview","arrange_interview",9],["Nadège","Cadet","mentor","screening","begin_screening",3],
    ["Kettly","Joseph","ambassador","training","plan_training",1],["Frantz","Toussaint","volunteer","active","plan_first_session",5],["Mirlande","Pierre","mentor","paused","Write to her after the exams in June",40],["Jean-Robert Emmanuel Christophe","de la Croix-des-Bouquets","volunteer","declined",null,20]]
  for (const [f,l,r,s,step,days] of people) await sql`insert into volunteer_applications (id, role, first_name, last_name, email, phone, country, timezone, languages, skills, availability, linkedin_url, motivation, experience, referral, status, language, next_step, next_step_on, assigned_admin, status_changed_at, created_at)
   values (gen_random_uuid(), ${r}, ${f}, ${l}, ${`${f.toLowerCase().split(" ")[0]}@example.org`}, '+1 (617) 555-0134', 'United States', 'America/New_York', 'Kreyòl, français, English', 'JavaScript, mathematics, patience', 'Two hours on Saturday mornings', 'https://www.linkedin.com/in/rose-melinda-jean-baptiste', 'I grew up in Jacmel and learned to program from one person who took the time. I would like to be that person for somebody else.', 'Five years as a web developer; three years as a tutor in a community college.', 'A friend who is a tutor here', ${s}, 'ht', ${step}, ${step ? '2026-12-01' : null}, ${step ? me?.id : null}, now() - make_interval(days => ${days}), now() - make_interval(days => ${days + 3}))`
  for (const [w,h] of [[390,844],[1440,900]] as const) for (const scheme of ["light","dark"] as const) {
    await page.setViewportSize({width:w,height:h}); await page.emulateMedia({colorScheme:scheme, reducedMotion:"reduce"})
    const shot = (n: string) => page.screenshot({path:`/tmp/pipe/shots/${n}-${w}-${scheme}.png`})
    await page.goto("/admin/volunteers"); await page.waitForTimeout(800); await shot("list")
    await page.getByRole("button",{name:/Nadège/}).click(); await page.waitForTimeout(800); await shot("detail")
    await page.evaluate(()=>document.querySelector(".admin-detail")?.scrollTo(0,700)); await page.waitForTimeout(200); await shot("detail2")
    await page.evaluate(()=>document.querySelector(".admin-detail")?.scrollTo(0,0))
    await page.getByRole("button",{name:"Start the training"}).click(); await page.waitForTimeout(800)
    await page.getByLabel("Personal line").fill("Mèsi anpil, Nadège! N a wè samdi."); await shot("dialog")
    await page.keyboard.press("Escape")
    await page.goto("/admin?kind=application"); await page.waitForTimeout(800); await shot("today")
    await page.getByRole("button",{name:/Wilner/}).click(); await page.waitForTimeout(800); await shot("today-open")
    if (w===1440) { await page.goto("/admin/volunteers?status=training&q=zzzz"); await page.waitForTimeout(500); await shot("none") }
  }
})
