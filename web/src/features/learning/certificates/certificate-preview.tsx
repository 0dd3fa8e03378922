import { LitMedal } from "#ui/lit-medal.tsx"

interface Props {
  readonly lead: string
  readonly name: string
  readonly statement: string
  readonly courseTitle: string
  readonly courseLanguage: string
}

/** A small picture of the paper. What it says stands beside it, too. */
export function CertificatePreview({ lead, name, statement, courseTitle, courseLanguage }: Props) {
  return (
    <div className="certificate-preview" aria-hidden="true">
      <LitMedal unfolds={false} />
      <span>{lead}</span>
      <b>{name}</b>
      <span>{statement}</span>
      <strong lang={courseLanguage}>{courseTitle}</strong>
      <svg viewBox="0 0 21 21">
        <path d="M0 0h7v7H0zm1 1v5h5V1zm1 1h3v3H2zM14 0h7v7h-7zm1 1v5h5V1zm1 1h3v3h-3zM0 14h7v7H0zm1 1v5h5v-5zm1 1h3v3H2zM9 0h1v2H9zm2 1h2v1h-2zm-1 2h2v1h-1v2h-1zm2 3h1v3h-2V8h1zM0 9h2v1H0zm3 0h3v1H4v1H3zm5 0h2v1h1v1H9v2H8zm5 0h1v2h2V9h2v1h-1v2h-3v1h-1zm6 1h2v2h-1v-1h-1zM9 14h2v1h1v2h-1v-1H9zm4 0h2v2h-1v1h-1zm4 0h1v1h2v-1h1v3h-2v1h-1v-2h-1zm-8 4h1v3H9zm3 0h2v1h-1v2h-1zm3 0h2v1h1v2h-2v-1h-1zm5 1h1v2h-1z" />
      </svg>
    </div>
  )
}
