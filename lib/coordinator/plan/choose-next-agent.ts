/** The agent of a turn that nobody could plan: the one that the words name, else the one that was active. Pure. */
import "server-only";
import type { Agent } from "../../agents/agent.ts";

type Named = { descriptor: Pick<Agent["descriptor"], "id" | "name"> };

/**
 * @param activeId the agent of the turn before, or the fallback
 * @returns the only agent whose id or name stands in the text, else the active one
 */
export function chooseNextAgent(text: string, agents: readonly Named[], activeId: string): string {
  const named = agents.filter(({ descriptor: { id, name } }) => hasWord(text, id, name));
  const [only, ...others] = named;
  return only && others.length === 0 ? only.descriptor.id : activeId;
}

/** As whole words, in the singular or the plural. */
function hasWord(text: string, ...words: readonly string[]): boolean {
  return words.some((word) => {
    const stem = RegExp.escape(word.replace(/s$/i, ""));
    return new RegExp(`(?<![\\p{L}\\p{N}])${stem}s?(?![\\p{L}\\p{N}])`, "iu").test(text);
  });
}
