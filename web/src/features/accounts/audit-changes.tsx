import type { AuditEntry } from "@haitech/contract/audit"
import { type OfficeText, useOffice } from "#platform/app.tsx"
import { numberInWords } from "#platform/numbers.ts"
import { whenInWords } from "#platform/when.ts"
import { ROLE_TEXTS } from "./user-detail.tsx"

interface Props {
  readonly entry: AuditEntry
  /** What the colleague is called whose id the entry keeps. */
  readonly nameOf?: (id: string) => string | undefined
}

/** Field by field, what it was and what it is; of what is new or gone, what it is or was. */
export function AuditChanges({ entry: { action, before, after }, nameOf }: Props) {
  const { t } = useOffice()
  const say = useValue(nameOf)
  const noun = action.slice(0, action.indexOf("."))
  const sides = [
    { label: t("audit.before"), facts: before ?? {} },
    { label: t("audit.after"), facts: after ?? {} },
  ].filter(({ facts }) => Object.values(facts).some((value) => !isNothing(value)))
  const names = new Set(sides.flatMap(({ facts }) => Object.keys(facts)))
  const fields = [...names].flatMap((name) => {
    const label = labelOf(noun, name)
    return label && sides.some(({ facts }) => !isNothing(facts[name])) ? [{ name, label }] : []
  })
  if (fields.length === 0) return null
  const hasBoth = before !== null && after !== null
  return (
    <section aria-label={t("audit.changes")}>
      <dl className="office-changes">
        {fields.map(({ name, label }) => (
          <div key={name}>
            <dt>{t(label)}</dt>
            {sides.map((side) => (
              <dd key={side.label}>
                {hasBoth && <span>{side.label}</span>}
                <p>{say(noun, name, side.facts[name])}</p>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}

const isNothing = (value: unknown) => value === undefined || value === null || value === ""

/** As the forms and the filters call them. What is not here, nobody could read: it is not shown. */
const FIELDS: Readonly<Record<string, OfficeText>> = {
  approved: "office.approval",
  assignedTo: "office.thread_assign",
  author: "office.author",
  authorImageUrl: "office.author_image",
  bio: "office.bio",
  category: "office.category",
  content: "office.article",
  en: "language.en",
  es: "language.es",
  excerpt: "office.excerpt",
  featured: "office.featured",
  fr: "language.fr",
  githubUrl: "office.github",
  ht: "language.ht",
  imageUrl: "office.image",
  language: "office.language",
  linkedinUrl: "office.linkedin",
  list: "audit.list",
  name: "office.name",
  order: "office.order",
  program: "office.program",
  publishedAt: "office.publication",
  q: "office.search",
  rating: "office.rating",
  role: "office.role",
  state: "office.state",
  status: "office.state",
  subject: "office.subject",
  title: "office.title",
  twitterUrl: "office.twitter",
  "team.role": "office.job",
  "testimonial.content": "office.quote",
  "testimonial.role": "office.job",
}

const labelOf = (noun: string, name: string) => FIELDS[`${noun}.${name}`] ?? FIELDS[name]

/** What is kept as a word of ours, by its field. */
const VALUES: Readonly<Record<string, Readonly<Record<string, OfficeText>>>> = {
  approved: { true: "office.approved", false: "office.closed" },
  featured: { true: "office.yes", false: "office.no" },
  language: { en: "language.en", fr: "language.fr", ht: "language.ht", es: "language.es" },
  list: {
    users: "office.users",
    contacts: "office.contacts",
    donations: "office.donations",
    memberships: "office.memberships",
  },
  program: {
    coding: "program.coding",
    languages: "program.languages",
    mentorship: "program.mentorship",
    community: "program.community",
    general: "program.general",
  },
  role: ROLE_TEXTS,
  state: { new: "office.state_new", answered: "office.state_answered", done: "office.state_done" },
  status: {
    succeeded: "office.gift_succeeded",
    pending: "office.gift_pending",
    failed: "office.gift_failed",
    refunded: "office.gift_refunded",
    disputed: "office.gift_disputed",
  },
  subject: {
    general: "subject.general",
    coding: "subject.coding",
    languages: "subject.languages",
    cares: "subject.cares",
    partnership: "subject.partnership",
    volunteer: "subject.volunteer",
    donation: "subject.donation",
    technical: "subject.technical",
  },
  "chat.state": { open: "office.thread_open", done: "office.thread_done" },
  // A person's own words, not one of ours.
  "team.role": {},
  "testimonial.role": {},
}

function useValue(nameOf: Props["nameOf"]) {
  const { t, language, timeZone } = useOffice()
  return (noun: string, name: string, value: unknown): string => {
    if (name === "assignedTo") {
      return typeof value === "string" ? (nameOf?.(value) ?? t("office.former_admin")) : t("office.thread_nobody")
    }
    if (name === "publishedAt") {
      return typeof value === "string" ? whenInWords(language, value, timeZone).exact : t("office.draft")
    }
    if (isNothing(value)) return "–"
    if (name === "rating") return t("testimonials.stars", { rating: String(value) })
    const known = (VALUES[`${noun}.${name}`] ?? VALUES[name])?.[String(value)]
    if (known) return t(known)
    return typeof value === "number" ? numberInWords(language, value) : String(value)
  }
}
