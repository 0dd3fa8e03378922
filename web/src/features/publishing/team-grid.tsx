import type { Language } from "@haitech/contract/languages"
import type { TeamMember } from "@haitech/contract/publishing"
import { routes } from "@haitech/contract/routes"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button, focusAround } from "#ui/button.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { type LinkTexts, TeamCard } from "./team-card.tsx"
import { useList } from "./use-list.ts"

export const TEAM_TEXTS = [
  "team.loading",
  "team.failed",
  "team.again",
  "team.empty",
  "team.linkedin",
  "team.twitter",
  "team.github",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof TEAM_TEXTS)[number], string>>
  readonly language: Language
}

/** Spec §9: "Loading skeletons: 6 for team". */
const SKELETONS = [1, 2, 3, 4, 5, 6] as const

export function TeamGrid({ texts, language }: Props) {
  const { rows, reason, retry } = useList(routes.listTeam, language)
  if (rows === "loading") return <LoadingGrid label={texts["team.loading"]} />
  if (rows === "failed") {
    return (
      <div role="alert">
        <p className="text-muted">
          {texts["team.failed"]} {reason}
        </p>
        <Button ref={focusAround} look="quiet" className="mt-4" onClick={retry}>
          {texts["team.again"]}
        </Button>
      </div>
    )
  }
  if (rows.length === 0) return <p className="text-muted">{texts["team.empty"]}</p>
  return <Team members={rows} texts={texts} />
}

interface TeamProps {
  readonly members: readonly TeamMember[]
  readonly texts: LinkTexts
}

export function Team({ members, texts }: TeamProps) {
  return (
    <ul className="people">
      {members.map((member) => (
        <li key={member.id}>
          <TeamCard member={member} texts={texts} />
        </li>
      ))}
    </ul>
  )
}

function LoadingGrid({ label }: { readonly label: string }) {
  return (
    <div className="people" data-needs-script="" aria-busy="true">
      <p className="sr" role="status">
        {label}
      </p>
      {SKELETONS.map((skeleton) => (
        <div key={skeleton} className="person">
          <Skeleton className="portrait" />
          <Skeleton className="h-5 w-32" />
          <Skeleton className="person-about h-12" />
        </div>
      ))}
    </div>
  )
}
