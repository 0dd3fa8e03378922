import * as RadixToast from "@radix-ui/react-toast"
import { useState } from "react"
import { createRoot, type Root } from "react-dom/client"
import { Icon } from "./icon.tsx"
import { TOAST_MS, type Toast } from "./toast.ts"

const SWIPE_PX = 50

let host: Root | undefined
let shown = 0

/** Shows a toast in the page's only host, which is made with the first one. */
export function present(toast: Toast): void {
  if (!host) {
    const place = document.body.appendChild(document.createElement("div"))
    host = createRoot(place)
  }
  host.render(<Toaster key={++shown} toast={toast} />)
}

function Toaster({ toast }: { readonly toast: Toast }) {
  const [open, setOpen] = useState(true)
  const { title, description, tone, labels } = toast
  return (
    <RadixToast.Provider duration={TOAST_MS} swipeThreshold={SWIPE_PX} label={labels.region}>
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
