import { Notice } from "#ui/notice.tsx"
import { SectionHeading } from "#ui/section-heading.tsx"
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
          <div className="card raised gallery-eave">
            <p className="card-eave">
              With an eave
              <span className="lambrequin" />
            </p>
            <p className="text-muted">At most one per screen.</p>
          </div>
          <div className="band gallery-card">
            <p className="chip soon">Coming Soon</p>
            <p>A band of the brand.</p>
          </div>
        </div>
      </Piece>
      <Piece name="Notices">
        <Notice failed={false}>It is done.</Notice>
        <Notice failed>It is not done.</Notice>
      </Piece>
    </>
  )
}
