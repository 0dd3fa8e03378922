import { OFFICE_CHAT_TEXTS } from "./office-chat-texts.ts"
import { OFFICE_DOOR_TEXTS } from "./office-door-texts.ts"
import { OFFICE_LIST_TEXTS } from "./office-list-texts.ts"
import { OFFICE_PUBLISHING_TEXTS } from "./office-publishing-texts.ts"

/** Every text of the office: they come to the browser as one file, with its script. */
export const OFFICE_TEXTS = [
  ...OFFICE_DOOR_TEXTS,
  ...OFFICE_LIST_TEXTS,
  ...OFFICE_PUBLISHING_TEXTS,
  ...OFFICE_CHAT_TEXTS,
] as const
