import type { New, TestimonialForm } from "@haitech/contract/admin/publishing"
import type { TestimonialId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import type { TestimonialRow } from "#features/publishing/table.ts"
import type { Member } from "#platform/actor.ts"
import { create, save } from "./editing.ts"

export function addTestimonial(
  { db, now }: Deps,
  actor: Member,
  { id, ...form }: New<TestimonialForm>,
): Promise<TestimonialRow> {
  const defaults = { updatedAt: now() }
  return db.transaction((tx) => create(tx, actor, "testimonial", { id, form: valuesOf(form), defaults }))
}

/** @throws {Problem} `record.unknown`, `record.changed` */
export function changeTestimonial(
  deps: Deps,
  actor: Member,
  id: TestimonialId,
  form: TestimonialForm,
): Promise<TestimonialRow> {
  return save(deps, actor, { kind: "testimonial", id, version: form.version }, valuesOf(form))
}

function valuesOf({ name, role, content, imageUrl, rating }: TestimonialForm) {
  return { name, role, content, imageUrl, rating }
}
