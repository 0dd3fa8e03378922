import { listTeam } from "@haitech/contract/publishing"
import { Island } from "#platform/island.tsx"
import { usePage } from "#platform/page.tsx"
import { pick } from "#platform/texts.ts"
import { TEAM_TEXTS, Team, TeamGrid } from "./team-grid.tsx"

/**
 * §2 Team. On a slow line, with data saver and without script the people stand in the page itself, where the server has
 * put them; the island, which asks for them, stays asleep there because it is not shown.
 */
export function TeamSection() {
  const { t, language, team = [] } = usePage()
  const { method, path } = listTeam
  return (
    <section className="wrap py-(--section)" data-pictures="" aria-labelledby="people-title">
      <h2 id="people-title" className="sr">
        {t("team.people")}
      </h2>
      <div className={team.length > 0 ? "asked" : undefined}>
        <Island of={TeamGrid} when="visible" props={{ texts: pick(t, TEAM_TEXTS), language, call: { method, path } }} />
      </div>
      {team.length > 0 && (
        <div className="carried">
          <Team members={team} />
        </div>
      )}
    </section>
  )
}
