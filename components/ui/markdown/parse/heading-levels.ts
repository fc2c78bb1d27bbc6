/** The levels of an answer's headings on its page: below the page's title, and without a gap, whatever the model wrote. */
import type { Token } from "marked";

/** `level` is set for headings: 2 to 6. */
export type Block = { readonly token: Token; readonly start: number; readonly level?: number };

/** A level follows from the headings before, so that added text changes none of them. */
export function withLevels(blocks: readonly Block[]): Block[] {
  const above: { depth: number; level: number }[] = [];
  return blocks.map((block) => {
    const { token } = block;
    if (token.type !== "heading") return block;
    while ((above.at(-1)?.depth ?? 0) >= token.depth) above.pop();
    const level = Math.min(6, (above.at(-1)?.level ?? 1) + 1);
    above.push({ depth: token.depth, level });
    return block.level === level ? block : { ...block, level };
  });
}
