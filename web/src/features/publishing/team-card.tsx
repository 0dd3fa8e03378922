import type { TeamMember } from "@haitech/contract/publishing"
import { Portrait } from "#ui/portrait.tsx"
import { PortraitRidges } from "./portrait-ridges.tsx"

export interface LinkTexts {
  readonly "team.linkedin": string
  readonly "team.twitter": string
  readonly "team.github": string
}

interface Props {
  readonly member: TeamMember
  readonly texts: LinkTexts
}

/** Spec §2: "circular photos with name and role per member", with the biography and the links of the admin form. */
export function TeamCard({ member, texts }: Props) {
  const { name, role, bio, imageUrl } = member
  const links = linksOf(member, texts)
  return (
    <article className="person">
      <Portrait name={name} imageUrl={imageUrl} size={128}>
        <PortraitRidges name={name} />
      </Portrait>
      <div>
        <h3 className="text-[1.25rem]">{name}</h3>
        <p className="text-muted">{role}</p>
      </div>
      <div className="person-about">
        <p>{bio}</p>
        {links.length > 0 && (
          <p className="flex flex-wrap gap-x-5">
            {links.map(({ label, url }) => (
              <a key={label} className="more" href={url} rel="noopener">
                {label} <span className="sr">{name}</span>
              </a>
            ))}
          </p>
        )}
      </div>
    </article>
  )
}

function linksOf({ linkedinUrl, twitterUrl, githubUrl }: TeamMember, texts: LinkTexts) {
  return [
    { label: texts["team.linkedin"], url: linkedinUrl },
    { label: texts["team.twitter"], url: twitterUrl },
    { label: texts["team.github"], url: githubUrl },
  ].flatMap(({ label, url }) => (url ? [{ label, url }] : []))
}
