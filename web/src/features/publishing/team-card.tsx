import type { TeamMember } from "@haitech/contract/publishing"
import { Portrait } from "#ui/portrait.tsx"

/** Spec §2: "circular photos with name and role per member". */
export function TeamCard({ member }: { readonly member: TeamMember }) {
  return (
    <figure className="grid justify-items-center gap-4 text-center">
      <Portrait name={member.name} imageUrl={member.imageUrl} size={160} />
      <figcaption>
        <span className="block [font:750_1.25rem/1.2_var(--display)]">{member.name}</span>
        <span className="mt-1 block text-muted">{member.role}</span>
      </figcaption>
    </figure>
  )
}
