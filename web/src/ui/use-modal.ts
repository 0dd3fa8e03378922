import { type RefObject, type SyntheticEvent, useEffect, useRef } from "react"

interface Modal {
  readonly ref: RefObject<HTMLDialogElement | null>
  readonly onClose: (event: SyntheticEvent<HTMLDialogElement>) => void
}

/** Opens and closes a dialog as `isOpen` says, and calls `hide` when the user closes it (Escape, close button). */
export function useModal(isOpen: boolean, hide: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!isOpen) ref.current?.close()
    else if (!ref.current?.open) ref.current?.showModal()
  }, [isOpen])
  return {
    ref,
    onClose: ({ currentTarget }) => {
      // The event arrives later: by then the dialog may be open again with other content.
      if (!currentTarget.open) hide()
    },
  }
}
