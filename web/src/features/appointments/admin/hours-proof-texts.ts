import type { MessageKey } from "#platform/i18n/texts.ts"

/** Of the proofs of hours: the browser loads them as a fragment with their page. */
export const PROOFS_ADMIN_TEXTS = [
  "admin.certificate_reason_required",
  "admin.certificate_revoke",
  "admin.certificate_revoke_note",
  "admin.certificate_revoke_reason",
  "admin.certificate_revoked",
  "admin.certificate_revoked_at",
  "admin.certificate_revoking",
  "admin.certificate_valid",
  "admin.hours_proof_open",
  "admin.hours_proof_revoke_about",
  "admin.hours_proof_revoke_done",
  "admin.hours_proof_revoke_failed",
  "admin.hours_proof_revoke_title",
  "certificate.code",
  "certificate.download",
  "certificate.reason",
  "hours_proof.hours",
  "hours_proof.issued",
  "hours_proof.period",
  "hours_proof.role_admin",
  "hours_proof.role_mentor",
  "hours_proof.role_volunteer",
  "hours_proof.sessions",
] as const satisfies readonly MessageKey[]
