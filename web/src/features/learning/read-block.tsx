import type { Block, BlockOf } from "@haitech/contract/lessons"
import { DialogueBlock } from "./dialogue-block.tsx"
import { MediaBlock } from "./media-block.tsx"
import { TraceBlock } from "./trace-block.tsx"
import { WordsBlock } from "./words-block.tsx"

type Props = { readonly block: Exclude<Block, BlockOf<"text" | "exercise">> }

/** A block to read or to hear, without an answer. */
export function ReadBlock({ block }: Props) {
  switch (block.kind) {
    case "trace":
      return <TraceBlock block={block} />
    case "dialogue":
      return <DialogueBlock block={block} />
    case "words":
      return <WordsBlock block={block} />
    case "media":
      return <MediaBlock block={block} />
  }
}
