import { type RefObject, type SyntheticEvent, useEffect, useRef } from "react"

interface Modal {
  readonly ref: RefObject<HTMLDialogElement | null>
  readonly onClose: (event: SyntheticEvent<HTMLDialogElement>) => void
}

/** Opens and closes a dialog as `isOpen` says, and tells `hide` when a reader closed it (Escape, its close button). */
export function useModal(isOpen: boolean, hide: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!isOpen) ref.current?.close()
    else if (!ref.current?.open) ref.current?.showModal()
  }, [isOpen])
  return {
    ref,
    onClose: ({ currentTarget }) => {
      // Told a moment later: by then it may have been opened again, for something else.
      if (!currentTarget.open) hide()
    },
  }
}
