import { MESSAGE_LENGTH, SUBJECTS } from "@haitech/contract/outreach"
import { EMAIL_LENGTH, NAME_LENGTH } from "@haitech/contract/text"
import { CONTACT_TEXTS, ContactForm } from "#features/outreach/contact-form.tsx"
import { pick } from "#platform/i18n/texts.ts"
import { address, type LinkPath } from "#platform/navigation/paths.ts"
import { Island, type When } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { Lambrequin } from "#ui/lambrequin.tsx"

const LENGTHS = { name: NAME_LENGTH, email: EMAIL_LENGTH, message: MESSAGE_LENGTH }
const LINKS = [
  { to: "/programs", label: "contact.see_programs" },
  { to: "/#impact", label: "contact.see_impact" },
] as const

interface Props {
  readonly title: string
  readonly lead?: string
  /** Only "Get in Touch" asks for a subject (spec §2). */
  readonly withSubject?: boolean
  /** `touch` where another form comes first. */
  readonly when?: When
}

/** The card around the contact form. A plain HTML post returns to #contact. */
export function ContactCard({ title, lead, withSubject = false, when = "interaction" }: Props) {
  const { t, language, path, form } = usePage()
  return (
    <section id="contact" className="card raised overflow-hidden rounded-xl" aria-labelledby="contact-title">
      <div className="card-eave">
        <h2 id="contact-title" className="text-[1.375rem]">
          {title}
        </h2>
        <Lambrequin id="contact-eave" />
      </div>
      <div className="px-5 pt-12 pb-6 sm:px-8 sm:pb-8">
        {lead && <p className="mb-6 text-muted">{lead}</p>}
        <Island
          of={ContactForm}
          when={when}
          props={{
            texts: pick(t, CONTACT_TEXTS),
            language,
            page: address(language, path as LinkPath),
            lengths: LENGTHS,
            ways: LINKS.map(({ to, label }) => ({ label: t(label), href: address(language, to) })),
            ...(withSubject && { subjects: SUBJECTS.map((value) => ({ value, label: t(`subject.${value}`) })) }),
            ...(form?.name === "contact" && { initialResult: form }),
          }}
        />
      </div>
    </section>
  )
}
