import type { MessageKey } from "#platform/i18n/texts.ts"

export const OUTREACH_ADMIN_TEXTS = [
  "admin.import",
  "admin.imported",
  "admin.mark_answered",
  "admin.mark_new",
  "admin.membership_delete_failed",
  "admin.membership_deleted",
  "admin.memberships_deleted",
  "admin.memberships_empty",
  "admin.no_replies",
  "admin.no_subject",
  "admin.replies",
  "admin.reply",
  "admin.reply_done",
  "admin.reply_done_title",
  "admin.reply_failed",
  "admin.reply_failed_title",
  "admin.reply_submit",
  "admin.reply_title",
] as const satisfies readonly MessageKey[]
