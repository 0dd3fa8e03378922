import type { Language } from "@haitech/contract/languages"
import { type Block, type Exercise, WORD_EXERCISE } from "@haitech/contract/lessons"

/**
 * The exercise with this id of a block; a word becomes a question from its meaning to its term. `ask` words it for a
 * reader of the text.
 */
export function reviewExercise(
  block: Block,
  exerciseId: string,
  ask: (lang: Language, meaning: string) => string,
): Exercise | undefined {
  if (block.kind === "exercise") return block.exercise
  if (block.kind !== "words") return undefined
  const word = block.words.find(({ id }) => WORD_EXERCISE + id === exerciseId)
  if (!word) return undefined
  const { term, meaning, accept, example, exampleMeaning } = word
  const inContext = example && [`:${block.lang}[${example}]`, exampleMeaning].filter(Boolean).join(" = ")
  return {
    id: exerciseId,
    type: "answer",
    question: ask(block.lang, meaning),
    hints: [],
    accept: [term, ...accept],
    ...(inContext && { explanation: inContext }),
  }
}
