/** Tells a run what of a tool's call is hidden from its person, by the tool's policy, and what is not. */
import "server-only";
import { sha256Hex } from "../../agent-state/canonical-digest.ts";
import type { Glass } from "../../contracts/model/glass.ts";
import type { ToolPolicy } from "../../tools/tool.ts";

/** Results in words that the person has, or anybody: of their files, and of the web. */
const OTHERS_WORDS: ReadonlySet<string> = new Set(["reads-attachments", "foreign-text"]);

export function hideCall(
  glass: Glass,
  tool: { name: string; policy: ToolPolicy },
  call: { arguments: string; result: string },
): void {
  const { hides = [], riskTags } = tool.policy;
  for (const part of hides) {
    const text = call[part];
    glass.hide(`${part} of ${tool.name}`, sha256Hex(text), () => [text]);
  }
  if (!hides.includes("result") && riskTags.some((tag) => OTHERS_WORDS.has(tag)))
    glass.show(call.result);
}
