import * as z from "zod/mini"

/** Every id is a UUIDv7 string (spec §3, D2), branded so that the ids of two types cannot be mixed up. */
export const MembershipId = z.uuid("id.invalid").brand<"MembershipId">()
export type MembershipId = z.output<typeof MembershipId>

export const MembershipImportId = z.uuid("id.invalid").brand<"MembershipImportId">()
export type MembershipImportId = z.output<typeof MembershipImportId>

export const ContactId = z.uuid("id.invalid").brand<"ContactId">()
export type ContactId = z.output<typeof ContactId>

export const TestimonialId = z.uuid("id.invalid").brand<"TestimonialId">()
export type TestimonialId = z.output<typeof TestimonialId>

export const TeamMemberId = z.uuid("id.invalid").brand<"TeamMemberId">()
export type TeamMemberId = z.output<typeof TeamMemberId>

export const BlogPostId = z.uuid("id.invalid").brand<"BlogPostId">()
export type BlogPostId = z.output<typeof BlogPostId>

export const NewsletterId = z.uuid("id.invalid").brand<"NewsletterId">()
export type NewsletterId = z.output<typeof NewsletterId>

export const AppointmentId = z.uuid("id.invalid").brand<"AppointmentId">()
export type AppointmentId = z.output<typeof AppointmentId>

export const ApplicationId = z.uuid("id.invalid").brand<"ApplicationId">()
export type ApplicationId = z.output<typeof ApplicationId>

export const UserId = z.uuid("id.invalid").brand<"UserId">()
export type UserId = z.output<typeof UserId>

export const PictureId = z.uuid("id.invalid").brand<"PictureId">()
export type PictureId = z.output<typeof PictureId>

export const CourseId = z.uuid("id.invalid").brand<"CourseId">()
export type CourseId = z.output<typeof CourseId>

export const LessonId = z.uuid("id.invalid").brand<"LessonId">()
export type LessonId = z.output<typeof LessonId>

export const NotificationDeviceId = z.uuid("id.invalid").brand<"NotificationDeviceId">()
export type NotificationDeviceId = z.output<typeof NotificationDeviceId>

/** On a certificate or a proof of hours: twelve digits and capitals without I, L, O and U, printed in groups of four. */
export const DocumentCode = z.string("id.invalid").check(z.regex(/^[0-9A-HJKMNP-TV-Z]{12}$/, "id.invalid"))
