import { useRef } from "react"

interface FormProps {
  readonly ref: (form: HTMLFormElement | null) => void
}

/** Props of a form, and a function that submits it like its button. */
export function useResubmit<Props extends FormProps>(props: Props) {
  const element = useRef<HTMLFormElement>(null)
  return {
    form: {
      ...props,
      ref(form: HTMLFormElement | null) {
        element.current = form
        props.ref(form)
      },
    },
    resubmit: () => element.current?.requestSubmit(),
  }
}
