import { ADMIN_CHAT_TEXTS } from "./admin-chat-texts.ts"
import { ADMIN_LIST_TEXTS } from "./admin-list-texts.ts"
import { ADMIN_LOGIN_TEXTS } from "./admin-login-texts.ts"
import { ADMIN_PUBLISHING_TEXTS } from "./admin-publishing-texts.ts"

/** All texts of the admin app. The browser loads them as one file with the app's script. */
export const ADMIN_TEXTS = [
  ...ADMIN_LOGIN_TEXTS,
  ...ADMIN_LIST_TEXTS,
  ...ADMIN_PUBLISHING_TEXTS,
  ...ADMIN_CHAT_TEXTS,
] as const
