import type { Language } from "@haitech/contract/languages"
import { routes } from "@haitech/contract/routes"
import type { ReactNode } from "react"
import { dialogFor, refusalMessage } from "#platform/http/raw-errors.ts"
import { request } from "#platform/http/request.ts"
import type { OutcomeTexts } from "./outcome.ts"

interface Options {
  readonly texts: OutcomeTexts & Readonly<Record<"field.honoree.required", string>>
  readonly language: Language
  /** Runs at the next input, which makes the shown email untrue. */
  readonly onChange: () => void
}

/** The email about the form's tribute, as the server would send it now, or why it cannot be shown. */
export async function previewTribute(
  form: HTMLFormElement,
  { texts, language, onChange }: Options,
): Promise<ReactNode> {
  form.addEventListener("input", onChange, { once: true })
  const fields = new FormData(form)
  const value = (name: string) => String(fields.get(name) ?? "").trim() || undefined
  const honoree = value("tribute.honoree")
  if (!honoree) return <p className="error">{texts["field.honoree.required"]}</p>
  const body = {
    type: value("tribute.type") === "memory" ? "memory" : "honor",
    honoree,
    notifyName: value("tribute.notifyName"),
    message: value("tribute.message"),
    donorName: value("donorName"),
    isAnonymous: fields.has("isAnonymous"),
  } as const
  try {
    const { subject, paragraphs } = await request(routes.previewTribute, { body }, language)
    return (
      <div className="notice tribute-email small">
        <span className="strong">{subject}</span>
        {["", ...paragraphs].join("\n\n")}
      </div>
    )
  } catch (error) {
    return <p className="error">{refusalMessage(error) ?? texts[dialogFor(error).message]}</p>
  }
}
