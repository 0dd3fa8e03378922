import { ADMIN_CHAT_TEXTS } from "./chat-texts.ts"
import { ADMIN_LIST_TEXTS } from "./list-texts.ts"
import { ADMIN_LOGIN_TEXTS } from "./login-texts.ts"
import { ADMIN_PUBLISHING_TEXTS } from "./publishing-texts.ts"

/** All texts of the admin app. The browser loads them as one file with the app's script. */
export const ADMIN_TEXTS = [
  ...ADMIN_LOGIN_TEXTS,
  ...ADMIN_LIST_TEXTS,
  ...ADMIN_PUBLISHING_TEXTS,
  ...ADMIN_CHAT_TEXTS,
] as const
