import * as z from "zod/mini"
import { CourseId, DocumentCode } from "./ids.ts"
import { LANGUAGES } from "./languages.ts"
import { listQuery, page } from "./lists.ts"
import { Download, route } from "./route.ts"
import { NAME_LENGTH, singleLine, text } from "./text.ts"
import { Instant } from "./time.ts"

export const REVOCATION_REASON_LENGTH = 500
/** Every field that the paper prints. `name` is as the learner confirmed it, or the short one of a minor. */
export const Certificate = z.object({
  code: z.string(),
  name: z.string(),
  courseTitle: z.string(),
  courseTitleEn: z.string(),
  lessonCount: z.int(),
  hours: z.int(),
  language: z.enum(LANGUAGES),
  completedAt: Instant,
  issuedAt: Instant,
  revokedAt: z.nullable(Instant),
  revokedReason: z.nullable(z.string()),
})
export type Certificate = z.output<typeof Certificate>

export const listCertificates = route({
  method: "GET",
  path: "/api/user/certificates",
  access: "member",
  reply: z.array(z.extend(Certificate, { courseId: CourseId })),
})

/** The name cannot be changed afterwards. Asked for twice, it is the same certificate. */
export const issueCertificate = route({
  method: "POST",
  path: "/api/courses/:id/certificate",
  access: "member",
  status: 201,
  params: z.object({ id: CourseId }),
  body: z.strictObject({
    name: singleLine(NAME_LENGTH, { required: "name.required", tooLong: "name.too_long" }),
    language: z.enum(LANGUAGES, "invalid"),
  }),
  reply: Certificate,
})

/** A4, in the certificate's language and English. Public for those who have the code, even after a revocation. */
export const readCertificatePdf = route({
  method: "GET",
  path: "/api/certificates/:code/pdf",
  access: "public",
  params: z.object({ code: DocumentCode }),
  reply: Download,
})

export const CertificateRecord = z.extend(Certificate, { id: z.uuid() })
export type CertificateRecord = z.output<typeof CertificateRecord>

export const listIssuedCertificates = route({
  method: "GET",
  path: "/api/admin/certificates",
  access: "admin",
  query: listQuery({}, ["newest", "oldest"]),
  list: true,
  reply: page(CertificateRecord),
})

export const revokeCertificate = route({
  method: "POST",
  path: "/api/admin/certificates/:id/revocation",
  access: "admin",
  params: z.object({ id: z.uuid("id.invalid") }),
  body: z.strictObject({
    reason: text(REVOCATION_REASON_LENGTH, { required: "reason.required", tooLong: "reason.too_long" }),
  }),
  reply: CertificateRecord,
})

export interface CertificatePage extends Certificate {
  readonly organization: string
  readonly address: string
  readonly qr: { readonly size: number; readonly path: string }
}
