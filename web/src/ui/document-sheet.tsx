import type { ReactNode } from "react"
import { Lambrequin } from "./lambrequin.tsx"
import { LitMedal } from "./lit-medal.tsx"

interface Props {
  readonly title: string
  /** Above the rest, such as that it is no longer valid. */
  readonly notice?: ReactNode
  readonly lead: string
  readonly name: string
  readonly statement: string
  /** What is said of the person. */
  readonly subject: ReactNode
  readonly facts: readonly (readonly [label: string, value: ReactNode])[]
  readonly issuer: string
  readonly qr: { readonly size: number; readonly path: string }
  readonly qrLabel: string
  readonly address: string
}

/** A page that repeats a paper, so that a reader can compare both. */
export function DocumentSheet(props: Props) {
  const { title, notice, lead, name, statement, subject, facts, issuer, qr, qrLabel, address } = props
  return (
    <section className="card raised document-sheet" aria-label={title}>
      <div className="document-eave" aria-hidden="true">
        <Lambrequin id="document-eave" />
      </div>
      <LitMedal unfolds={false} />
      {notice}
      <p className="text-muted">{lead}</p>
      <p className="document-name">{name}</p>
      <p className="text-muted">{statement}</p>
      {subject}
      <dl className="document-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="strong">{issuer}</p>
      <svg className="document-qr" viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={qrLabel}>
        <path d={qr.path} />
      </svg>
      <p className="small text-muted document-address">{address}</p>
    </section>
  )
}
