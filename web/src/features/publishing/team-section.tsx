import { pick } from "#platform/i18n/texts.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { TEAM_TEXTS, Team, TeamGrid } from "./team-grid.tsx"

/** On a slow connection, with data saver or without script, the server-rendered members replace the hidden island. */
export function TeamSection() {
  const { t, language, team = [] } = usePage()
  return (
    <section className="wrap pt-10 pb-(--section)" data-pictures="" aria-labelledby="people-title">
      <h2 id="people-title" className="sr">
        {t("team.people")}
      </h2>
      <div className={team.length > 0 ? "fetched" : undefined}>
        <Island of={TeamGrid} when="visible" props={{ texts: pick(t, TEAM_TEXTS), language }} />
      </div>
      {team.length > 0 && (
        <div className="inlined">
          <Team members={team} texts={pick(t, TEAM_TEXTS)} />
        </div>
      )}
    </section>
  )
}
