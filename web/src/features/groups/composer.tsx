import { hasContactDetails } from "@haitech/contract/contact-details"
import { useState } from "react"
import { useGroupsApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { Button } from "#ui/button.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { openPostQueue } from "./post-queue.ts"

interface Props {
  readonly groupId: string
  readonly account: string
}

/** Stores a post on the device at once. With contact details it is sent at the second press. */
export function Composer({ groupId, account }: Props) {
  const { t, lengths } = useGroupsApp()
  const [warned, setWarned] = useState<string>()
  const { form, errors } = useFormSubmit({
    async send(input) {
      const message = String(input.get("message")).trim()
      if (!message) return { state: "invalid", codes: { message: "message.required" } }
      if (hasContactDetails(message) && message !== warned) {
        setWarned(message)
        return { state: "invalid", texts: { message: t("group.warning") } }
      }
      setWarned(undefined)
      await (await openPostQueue(account)).write(groupId, message)
      return { state: "sent", body: message }
    },
    onResult(result, composer) {
      if (result.state !== "sent") return
      const { value } = composer.elements.namedItem("message") as HTMLTextAreaElement
      if (value.trim() === result.body) composer.reset()
      // Storing takes a moment, in which the next post may have been begun; its draft went with that of the first.
      else composer.dispatchEvent(new Event("input", { bubbles: true }))
    },
    draft: `group-${groupId}-${account}`,
    texts: { "field.message.required": t("field.message.required") },
  })
  return (
    <form className="group-form" {...form}>
      <TextAreaField
        label={t("group.write")}
        name="message"
        rows={3}
        maxLength={lengths.post}
        error={errors["message"]}
      />
      <p className="group-actions">
        <Button type="submit">{t(warned === undefined ? "chat.send_it" : "group.send_anyway")}</Button>
      </p>
    </form>
  )
}
