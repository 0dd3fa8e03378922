import type { CourseId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import { useEffect, useState } from "react"
import { useCourse } from "#features/learning/use-course.ts"
import { fill } from "#platform/i18n/fill.ts"
import { pluralOf } from "#platform/i18n/plural.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { currentOwner } from "#platform/offline/device-account.ts"
import { buttonClass } from "#ui/button.tsx"
import { fetchStanding, type Standing } from "./api.ts"
import { CertificateLinks } from "./certificate-links.tsx"
import { CertificatePreview } from "./certificate-preview.tsx"
import { NAME_FORM_TEXTS, NameForm } from "./name-form.tsx"

export const COURSE_CERTIFICATE_TEXTS = [
  ...NAME_FORM_TEXTS,
  "certificate.lead",
  "certificate.your_name",
  "certificate.finished_all",
  "certificate.all_lessons",
  "certificate.left_one",
  "certificate.left_other",
  "certificate.ready",
  "certificate.guest",
  "certificate.unreachable",
  "certificate.open",
  "certificate.download",
  "help.sign_in",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof COURSE_CERTIFICATE_TEXTS)[number], string>>
  readonly language: Language
  readonly courseId: CourseId
  readonly courseTitle: string
  readonly courseLanguage: Language
  readonly lessonIds: readonly string[]
  readonly nameLength: number
  readonly login: string
}

/** How far the certificate is; for a finished course, the way to it. */
export function CourseCertificate(props: Props) {
  const { texts, language, courseId, courseTitle, courseLanguage, lessonIds } = props
  const { completed } = useCourse(courseId)
  const count = lessonIds.length
  const left = lessonIds.filter((id) => !completed.has(id)).length
  const [standing, setStanding] = useStanding(courseId, language, count > 0 && left === 0)
  return (
    <>
      <CertificatePreview
        lead={texts["certificate.lead"]}
        name={nameOf(standing) || texts["certificate.your_name"]}
        statement={fill(texts["certificate.finished_all"], { count })}
        courseTitle={courseTitle}
        courseLanguage={courseLanguage}
      />
      {left > 0 && (
        <p>
          {left === count
            ? fill(texts["certificate.all_lessons"], { count })
            : fill(texts[`certificate.left_${pluralOf(language, left)}`], { count: left })}
        </p>
      )}
      {standing && "accountName" in standing && (
        <>
          <p>{texts["certificate.ready"]}</p>
          <NameForm
            {...{ texts, language, courseId }}
            name={standing.accountName}
            length={props.nameLength}
            onIssued={(certificate) => setStanding({ certificate, isNew: true })}
          />
        </>
      )}
      <div role="status">
        <Finished {...props} standing={standing} />
      </div>
    </>
  )
}

function Finished({ standing, texts, login }: Props & { readonly standing: Known | null }) {
  if (standing === null || "accountName" in standing) return null
  if ("certificate" in standing)
    return <CertificateLinks certificate={standing.certificate} texts={texts} hasFocus={standing.isNew} />
  if (standing.problem === "unreachable") return <p>{texts["certificate.unreachable"]}</p>
  return (
    <>
      <p>{texts["certificate.guest"]}</p>
      <a className={buttonClass()} href={login}>
        {texts["help.sign_in"]}
      </a>
    </>
  )
}

type Known = Standing | { readonly problem: "guest" | "unreachable" }

function nameOf(standing: Known | null): string {
  if (standing === null || "problem" in standing) return ""
  return "certificate" in standing ? standing.certificate.name : standing.accountName
}

/** Null until it is known, and for a course that is not finished. */
function useStanding(courseId: CourseId, language: Language, isFinished: boolean) {
  const [standing, setStanding] = useState<Known | null>(null)
  useEffect(() => {
    if (!isFinished) return
    readStanding(courseId, language).then(setStanding, () => setStanding({ problem: "unreachable" }))
  }, [courseId, language, isFinished])
  return [standing, setStanding] as const
}

async function readStanding(courseId: CourseId, language: Language): Promise<Known> {
  return (await currentOwner()) === null ? { problem: "guest" } : fetchStanding(courseId, language)
}
