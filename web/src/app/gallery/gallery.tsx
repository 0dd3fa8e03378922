import type { ReactNode } from "react"
import { Actions } from "./actions.tsx"
import { Admin } from "./admin.tsx"
import { Fields } from "./fields.tsx"
import { Marks } from "./marks.tsx"
import { Overlays } from "./overlays.tsx"
import { Surfaces } from "./surfaces.tsx"

/** React's id prefix, the same for rendering and hydration. */
export const GALLERY_IDS = "gallery-"

const SECTIONS: readonly { readonly name: string; readonly content: () => ReactNode }[] = [
  { name: "Actions", content: Actions },
  { name: "Fields", content: Fields },
  { name: "Overlays", content: Overlays },
  { name: "Marks and progress", content: Marks },
  { name: "Surfaces", content: Surfaces },
  { name: "Admin area", content: Admin },
]

export function Gallery() {
  return (
    <div className="wrap gallery">
      <h1 className="page-title">Gallery</h1>
      <p className="lead text-muted">
        Every component of the kit, in every state. Only the development server shows this.
      </p>
      {SECTIONS.map(({ name, content: Content }) => (
        <section key={name} aria-labelledby={sectionId(name)}>
          <h2 id={sectionId(name)}>{name}</h2>
          <Content />
        </section>
      ))}
    </div>
  )
}

function sectionId(name: string): string {
  return `section-${name.toLowerCase().replaceAll(" ", "-")}`
}
