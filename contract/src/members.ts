import * as z from "zod/mini"
import { password, personFields, ROLES } from "./accounts.ts"
import { PictureId, UserId } from "./ids.ts"
import { LANGUAGES } from "./languages.ts"
import { openEnum } from "./lists.ts"
import { Download, route } from "./route.ts"
import { nullableText } from "./text.ts"
import { Instant } from "./time.ts"

export const BIO_LENGTH = 500
export const SKILLS_LENGTH = 200
export const LOCATION_LENGTH = 100
export const PICTURE_BYTES = 5 * 1024 * 1024

export const LEARNING_PROGRAMS = ["coding", "languages", "mentorship"] as const
export const STUDY_TIMES = ["mornings", "afternoons", "evenings", "weekends"] as const
export const NOTIFICATIONS = ["sessions", "courses", "community", "news"] as const

function subsetOf<const Known extends readonly [string, ...string[]]>(known: Known) {
  return z.pipe(
    z.array(z.enum(known, "invalid"), "invalid").check(z.maxLength(known.length, "invalid")),
    z.transform((input) => known.filter((value) => input.includes(value)) as Known[number][]),
  )
}

const learningFields = {
  programs: subsetOf(LEARNING_PROGRAMS),
  studyTimes: subsetOf(STUDY_TIMES),
  notifications: subsetOf(NOTIFICATIONS),
  /** Of emails only: a page's language comes from its path. */
  language: z.enum(LANGUAGES, "invalid"),
}

export const Profile = z.object({
  id: UserId,
  email: z.string(),
  username: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  skills: z.nullable(z.string()),
  location: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  role: openEnum(ROLES),
  isRoleWaiting: z.boolean(),
  hasPassword: z.boolean(),
  hasGoogle: z.boolean(),
  programs: z.array(openEnum(LEARNING_PROGRAMS)),
  studyTimes: z.array(openEnum(STUDY_TIMES)),
  notifications: z.array(openEnum(NOTIFICATIONS)),
  language: z.enum(LANGUAGES),
  createdAt: Instant,
})
export type Profile = z.output<typeof Profile>

/** spec §5 Profile update: omitted fields stay as they are. A new email address also requires the password. */
export const ProfileChange = z.strictObject({
  ...optional(personFields),
  bio: nullableText(BIO_LENGTH, "bio.too_long"),
  skills: nullableText(SKILLS_LENGTH, "skills.too_long"),
  location: nullableText(LOCATION_LENGTH, "location.too_long"),
  profileImageUrl: z.optional(
    z.nullable(
      z.string("image_url.invalid").check(
        z.maxLength(2000, "image_url.invalid"),
        z.refine((url) => isPicture(url), "image_url.invalid"),
      ),
    ),
  ),
  ...optional(learningFields),
  currentPassword: z.optional(password(1, "password.required")),
})
export type ProfileChange = z.output<typeof ProfileChange>

export const readProfile = route({ method: "GET", path: "/api/user/profile", access: "member", reply: Profile })

export const changeProfile = route({
  method: "PATCH",
  path: "/api/user/profile",
  access: "member",
  body: ProfileChange,
  reply: Profile,
})

export const uploadPicture = route({
  method: "POST",
  path: "/api/user/profile/image",
  access: "member",
  status: 201,
  upload: true,
  body: z.strictObject({
    image: z.file("image.invalid").check(z.maxSize(PICTURE_BYTES, "image.too_large"), z.minSize(1, "image.invalid")),
  }),
  reply: z.object({ profileImageUrl: z.string() }),
})

export const PICTURE_SIZES = { small: 96, large: 384 } as const

export const readPicture = route({
  method: "GET",
  path: "/api/user/profile/image/:id",
  access: "member",
  cache: "day",
  params: z.object({ id: PictureId }),
  query: z.object({ size: z._default(z.enum(["small", "large"], "invalid"), "large") }),
  reply: Download,
})

export const exportData = route({
  method: "GET",
  path: "/api/user/export",
  access: "member",
  reply: Download,
})

/** D2. CSV (RFC 4180). The query has the `language`, because a link cannot send headers. */
export const exportProgress = route({
  method: "GET",
  path: "/api/user/export/progress",
  access: "member",
  query: z.object({ language: z.optional(z.enum(LANGUAGES, "invalid")) }),
  reply: Download,
})

/** D2. Requires the password, or a Google sign-in a few minutes ago. Donations stay, without the name (law). */
export const deleteUser = route({
  method: "DELETE",
  path: "/api/user",
  access: "member",
  status: 204,
  body: z.strictObject({ currentPassword: z.optional(password(1, "password.required")) }),
  reply: z.undefined(),
})

function optional<Shape extends Record<string, z.ZodMiniType>>(shape: Shape) {
  const entries = Object.entries(shape).map(([name, schema]) => [name, z.optional(schema)])
  return Object.fromEntries(entries) as { [Name in keyof Shape]: z.ZodMiniOptional<Shape[Name]> }
}

function isPicture(url: string): boolean {
  return /^(\/api\/user\/profile\/image\/[\w-]+|https:\/\/[^/\\\s\p{Cc}][^\s\p{Cc}]*)$/u.test(url)
}
