import type { Certificate } from "@haitech/contract/certificates"
import type { CourseId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import { routes } from "@haitech/contract/routes"
import type { SubmitResult } from "#platform/forms/forms.ts"
import { request } from "#platform/http/request.ts"

/** Of a finished course: the certificate, or the name that it could have. */
export type Standing =
  | { readonly certificate: Pick<Certificate, "code" | "name" | "language">; readonly isNew?: true }
  | { readonly accountName: string }

/** @throws what `request` throws */
export async function fetchStanding(courseId: CourseId, language: Language): Promise<Standing> {
  const [certificates, { firstName, lastName }] = await Promise.all([
    request(routes.listCertificates, {}, language),
    request(routes.readUser, {}, language),
  ])
  const certificate = certificates.find((other) => other.courseId === courseId && other.revokedAt === null)
  return certificate ? { certificate } : { accountName: [firstName, lastName].filter(Boolean).join(" ") }
}

/** @throws what `request` throws */
export async function confirmName(
  courseId: CourseId,
  data: FormData,
  language: Language,
): Promise<SubmitResult<Certificate>> {
  const name = String(data.get("name")).trim()
  if (!name) return { state: "invalid", codes: { name: "name.required" } }
  const body = await request(routes.issueCertificate, { params: { id: courseId }, body: { name, language } }, language)
  return { state: "sent", body }
}
