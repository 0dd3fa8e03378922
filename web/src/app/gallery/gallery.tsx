import type { ReactNode } from "react"
import { Actions } from "./actions.tsx"
import { Admin } from "./admin.tsx"
import { Fields } from "./fields.tsx"
import { Marks } from "./marks.tsx"
import { Overlays } from "./overlays.tsx"
import { Surfaces } from "./surfaces.tsx"

/** What React puts before the ids of the gallery, when it is drawn and when it wakes. */
export const GALLERY_IDS = "gallery-"

const ROOMS: readonly { readonly name: string; readonly content: () => ReactNode }[] = [
  { name: "Actions", content: Actions },
  { name: "Fields", content: Fields },
  { name: "Overlays", content: Overlays },
  { name: "Marks and progress", content: Marks },
  { name: "Surfaces", content: Surfaces },
  { name: "The office", content: Admin },
]

/** Every part of the kit, grouped. The switches of theme and data saver are in the footer, as everywhere. */
export function Gallery() {
  return (
    <div className="wrap gallery">
      <h1 className="page-title">Gallery</h1>
      <p className="lead text-muted">Every part of the kit, in every state. Only the development server shows this.</p>
      {ROOMS.map(({ name, content: Content }) => (
        <section key={name} aria-labelledby={roomId(name)}>
          <h2 id={roomId(name)}>{name}</h2>
          <Content />
        </section>
      ))}
    </div>
  )
}

function roomId(name: string): string {
  return `room-${name.toLowerCase().replaceAll(" ", "-")}`
}
