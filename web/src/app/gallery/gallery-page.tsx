import { renderToString } from "react-dom/server"
import { SiteLayout } from "#app/public/layout.tsx"
import { GALLERY_IDS, Gallery } from "./gallery.tsx"

/** The UI kit in every state, for developers. Only the development server has this page. */
export function GalleryPage() {
  return (
    <SiteLayout samePage="/">
      <link rel="stylesheet" href="/src/app/gallery/gallery.css" />
      <div
        id="gallery"
        dangerouslySetInnerHTML={{ __html: renderToString(<Gallery />, { identifierPrefix: GALLERY_IDS }) }}
      />
      <script type="module" src="/src/app/gallery/stage.tsx" />
    </SiteLayout>
  )
}
