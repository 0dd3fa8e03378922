import * as RadixToast from "@radix-ui/react-toast"
import { useState } from "react"
import { createRoot, type Root } from "react-dom/client"
import { Icon } from "./icon.tsx"
import { frontmostElement } from "./top-layer.ts"

/** A toast has plain texts only, so that user input cannot become markup. */
export interface Toast {
  readonly title: string
  readonly description: string
  readonly tone: "success" | "failure"
  /** The names of the toast region and its close button for screen readers. */
  readonly labels: { readonly region: string; readonly close: string }
}

const SWIPE_PX = 50

let host: { readonly root: Root; readonly element: HTMLElement } | undefined
let toastCount = 0

/**
 * Shows a toast in the page's single host, which the first toast creates. `focused` had the focus when the toast was
 * requested.
 */
export function presentToast(toast: Toast, durationMs: number, focused: Element | null): void {
  host ??= createHost()
  const { root, element } = host
  frontmostElement().append(element)
  const { activeElement } = document
  // A form that moved the focus to an invalid field has made screen readers read the field's error.
  const isSilent = activeElement !== focused && activeElement?.matches("[aria-invalid=true]")
  const announcer = isSilent ? document.createElement("div") : element
  root.render(<Toaster key={++toastCount} toast={toast} durationMs={durationMs} announcer={announcer} />)
}

/** The host moves into a dialog that opens while a toast is visible, and out of a dialog that closes. */
function createHost() {
  const element = document.createElement("div")
  const moveToFront = () => {
    const front = frontmostElement()
    if (element.parentElement !== front) front.append(element)
  }
  for (const change of ["toggle", "close"]) document.addEventListener(change, moveToFront, true)
  return { root: createRoot(element), element }
}

interface ToasterProps {
  readonly toast: Toast
  readonly durationMs: number
  /** Contains the text for screen readers. */
  readonly announcer: Element
}

function Toaster({ toast, durationMs, announcer }: ToasterProps) {
  const [open, setOpen] = useState(true)
  const { title, description, tone, labels } = toast
  return (
    <RadixToast.Provider
      duration={durationMs}
      swipeThreshold={SWIPE_PX}
      label={labels.region}
      announcerContainer={announcer}
    >
      <RadixToast.Root
        className={`toast ${tone}`}
        open={open}
        onOpenChange={setOpen}
        // A failure interrupts the screen reader; a success waits until it is silent.
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
