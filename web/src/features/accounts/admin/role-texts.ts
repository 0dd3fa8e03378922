import type { Role } from "@haitech/contract/accounts"
import type { AdminText } from "#platform/app/app.tsx"

export const ROLE_TEXTS = {
  student: "role.student",
  volunteer: "role.volunteer",
  mentor: "role.mentor",
  ambassador: "role.ambassador",
  admin: "role.admin",
} as const satisfies Readonly<Record<Role, AdminText>>
