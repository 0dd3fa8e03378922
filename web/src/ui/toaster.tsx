import * as RadixToast from "@radix-ui/react-toast"
import { useState } from "react"
import { createRoot, type Root } from "react-dom/client"
import { Icon } from "./icon.tsx"
import { TOAST_MS, type Toast } from "./toast.ts"
import { frontmost } from "./top-layer.ts"

const SWIPE_PX = 50

let host: { readonly root: Root; readonly place: HTMLElement } | undefined
let shown = 0

/** Shows a toast in the page's only host, which is made with the first one. */
export function present(toast: Toast): void {
  host ??= settle()
  const { root, place } = host
  frontmost().append(place)
  root.render(<Toaster key={++shown} toast={toast} place={place} />)
}

/** The place goes with the reader: into a dialog that opens while a toast stands, and out of one that closes. */
function settle() {
  const place = document.createElement("div")
  const follow = () => {
    const front = frontmost()
    if (place.parentElement !== front) front.append(place)
  }
  for (const change of ["toggle", "close"]) document.addEventListener(change, follow, true)
  return { root: createRoot(place), place }
}

function Toaster({ toast, place }: { readonly toast: Toast; readonly place: Element }) {
  const [open, setOpen] = useState(true)
  const { title, description, tone, labels } = toast
  return (
    <RadixToast.Provider duration={TOAST_MS} swipeThreshold={SWIPE_PX} label={labels.region} announcerContainer={place}>
      <RadixToast.Root
        className={`toast ${tone}`}
        open={open}
        onOpenChange={setOpen}
        // A failure interrupts what a screen reader is saying, a success waits its turn.
        type={tone === "failure" ? "foreground" : "background"}
      >
        <RadixToast.Title className="strong">{title}</RadixToast.Title>
        <RadixToast.Description className="small text-muted">{description}</RadixToast.Description>
        <RadixToast.Close className="round close" aria-label={labels.close}>
          <Icon name="close" />
        </RadixToast.Close>
      </RadixToast.Root>
      <RadixToast.Viewport className="toasts" hotkey={["F8"]} label={`${labels.region} ({hotkey})`} />
    </RadixToast.Provider>
  )
}
