import { LANGUAGES } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { insertGroup, insertTexts } from "#features/groups/queries/admin.ts"
import { claimStarter } from "#platform/content/starter.ts"
import { createId } from "#platform/db/columns.ts"
import { text } from "#platform/messages.ts"

const STARTERS = [
  { name: "group.javascript", description: "group.javascript_about" },
  { name: "group.french", description: "group.french_about" },
  { name: "group.career", description: "group.career_about" },
] as const

const CAPACITY = 30

/** The groups of spec §2 (D7), once per database. Several processes may run it at once. */
export async function publishStudyGroups({ db }: Pick<Deps, "db">): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await claimStarter(tx, "study_groups"))) return
    for (const { name, description } of STARTERS) {
      const id = createId()
      await insertGroup(tx, { id, capacity: CAPACITY })
      const texts = LANGUAGES.map((language) => ({
        language,
        name: text(language, name),
        description: text(language, description),
      }))
      await insertTexts(tx, id, texts)
    }
  })
}
