import { type FormEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react"
import { Field } from "#ui/field.tsx"
import { ariaProps, FieldFrame } from "#ui/field-frame.tsx"
import type { FormValues } from "./chat-form.ts"
import { ChatNotice } from "./chat-notice.tsx"
import type { Chat, ChatView } from "./state.ts"
import type { ChatTexts } from "./texts.ts"

interface Props {
  readonly texts: ChatTexts
  readonly lengths: Readonly<Record<"name" | "email", number>>
  readonly chat: Chat
  readonly view: ChatView
}

/** Devices with a mouse have a keyboard, too. */
const KEYBOARD = "(hover: hover) and (pointer: fine)"

const ERRORS = {
  name: "field.name.required",
  email: "field.email.invalid",
  message: "field.message.required",
} as const satisfies Record<keyof FormValues, keyof ChatTexts>

/** The form under the messages. It stores every input; with a keyboard Enter sends and Shift+Enter makes a new line. */
export function ChatComposer({ texts, lengths, chat, view }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [invalid, setInvalid] = useState<readonly (keyof FormValues)[]>([])
  useStoredValues(form, view.form, chat)
  const isCompact = view.entries.length > 0
  const errorOf = (field: keyof FormValues) => (invalid.includes(field) ? texts[errorKey(field, view.form)] : undefined)

  function send(): void {
    const invalidFields = chat.send()
    setInvalid(invalidFields)
    const [first = "message"] = invalidFields
    form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }
  function onInput({ target }: FormEvent<HTMLFormElement>): void {
    const { name, value } = target as HTMLInputElement
    chat.type(name as keyof FormValues, value)
    setInvalid((fields) => fields.filter((field) => field !== name))
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (!sendsMessage(event)) return
    event.preventDefault()
    if (!event.repeat) send()
  }
  return (
    <form
      ref={form}
      className={isCompact ? "chat-form chat-known" : "chat-form"}
      noValidate
      onInput={onInput}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <ChatNotice texts={texts} notice={view.notice} onDismiss={chat.dismiss} />
      <Sender texts={texts} lengths={lengths} isCompact={isCompact} errorOf={errorOf} />
      <Message texts={texts} isCompact={isCompact} error={errorOf("message")} />
    </form>
  )
}

/** Enter in the message. On a touch screen it makes a new line there, because such keyboards have no Shift+Enter. */
function sendsMessage({ key, target, ctrlKey, metaKey, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  // During composition, Enter accepts the composed text.
  if (key !== "Enter" || nativeEvent.isComposing) return false
  const isMessage = target instanceof HTMLTextAreaElement
  return ctrlKey || metaKey || (isMessage && !shiftKey && matchMedia(KEYBOARD).matches)
}

/** An invalid message that is not empty is too long. */
function errorKey(field: keyof FormValues, { message }: FormValues): keyof ChatTexts {
  return field === "message" && message.trim() ? "field.chat_message.too_long" : ERRORS[field]
}

interface SenderProps extends Pick<Props, "texts" | "lengths"> {
  readonly isCompact: boolean
  readonly errorOf: (field: keyof FormValues) => string | undefined
}

function Sender({ texts, lengths, isCompact, errorOf }: SenderProps) {
  return (
    <div className="chat-whom">
      <Field
        label={texts["chat.name"]}
        name="name"
        required
        maxLength={lengths.name}
        autoComplete="name"
        placeholder={isCompact ? texts["chat.name"] : undefined}
        error={errorOf("name")}
      />
      <Field
        label={texts["chat.email"]}
        note={texts["form.optional"]}
        name="email"
        type="email"
        maxLength={lengths.email}
        autoComplete="email"
        placeholder={isCompact ? texts["chat.email"] : undefined}
        error={errorOf("email")}
      />
    </div>
  )
}

interface MessageProps extends Pick<Props, "texts"> {
  readonly isCompact: boolean
  readonly error: string | undefined
}

function Message({ texts, isCompact, error }: MessageProps) {
  const id = "chat-message"
  return (
    <div className="chat-write">
      <FieldFrame id={id} label={texts["chat.message"]} error={error}>
        <textarea
          className="control"
          name="message"
          rows={1}
          required
          // No `maxLength`: the browser would cut off pasted text silently.
          placeholder={isCompact ? texts["chat.message"] : undefined}
          {...ariaProps(id, error)}
        />
      </FieldFrame>
      <button type="submit" className="button chat-send" aria-label={texts["chat.send"]} title={texts["chat.send"]}>
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 12 3 4l18 8-18 8zm0 0h8" />
        </svg>
      </button>
    </div>
  )
}

/** Fills the fields with the stored values, and stores what the user typed before hydration. */
function useStoredValues(form: RefObject<HTMLFormElement | null>, values: FormValues, chat: Chat): void {
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    for (const field of form.current?.querySelectorAll<HTMLInputElement>("[name]") ?? []) {
      const stored = values[field.name as keyof FormValues]
      if (field.value === stored) continue
      if (isFirst.current && field.value) chat.type(field.name as keyof FormValues, field.value)
      else field.value = stored
    }
    isFirst.current = false
  }, [form, values, chat])
}
