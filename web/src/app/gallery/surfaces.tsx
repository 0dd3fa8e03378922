import { CardSection } from "#ui/card-section.tsx"
import { DocumentSheet } from "#ui/document-sheet.tsx"
import { Lambrequin } from "#ui/lambrequin.tsx"
import { Notice } from "#ui/notice.tsx"
import { SectionHeading } from "#ui/section-heading.tsx"
import { Valance } from "#ui/valance.tsx"
import { Piece } from "./piece.tsx"

export function Surfaces() {
  return (
    <>
      <Piece name="Section heading">
        <SectionHeading id="sample-heading" title="Our Programs" lead="Start with one path.">
          <a className="more" href="#gallery">
            View All Programs
          </a>
        </SectionHeading>
      </Piece>
      <Piece name="Cards">
        <div className="gallery-fields">
          <div className="card gallery-card">
            <p className="strong">Card</p>
            <p className="text-muted">A hairline, for an item among others.</p>
          </div>
          <div className="card raised gallery-card">
            <p className="strong">Raised card</p>
            <p className="text-muted">For content above other content.</p>
          </div>
          <EaveCard />
          <div className="band gallery-card">
            <p className="chip soon">Coming Soon</p>
            <p>A band of the brand.</p>
          </div>
        </div>
      </Piece>
      <Piece name="Card with a heading">
        <CardSection title="Your settings">
          <p>A part of a page.</p>
        </CardSection>
      </Piece>
      <Piece name="Document">
        <DocumentSheet
          title="A document"
          lead="This is to say that"
          name="Rose Jean"
          statement="gave her time."
          subject={<p>As a mentor</p>}
          facts={[["Hours", "4"]]}
          issuer="HaiTech"
          qr={{ size: 2, path: "M0 0h1v1h-1z" }}
          qrLabel="The address as a QR code"
          address="https://example.org"
        />
      </Piece>
      <Piece name="Notices">
        <Notice failed={false}>It is done.</Notice>
        <Notice failed>It is not done.</Notice>
      </Piece>
    </>
  )
}

function EaveCard() {
  return (
    <div className="card raised gallery-eave">
      <p className="card-eave">
        With an eave
        <Lambrequin id="card-eave">
          <Valance />
        </Lambrequin>
      </p>
      <p className="text-muted">At most one per screen.</p>
    </div>
  )
}
