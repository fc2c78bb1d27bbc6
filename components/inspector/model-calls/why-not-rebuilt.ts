/** Why a segment is not shown, in words: short for a table, and as a sentence. */
import type { NotRebuilt } from "@/lib/contracts/inspector/model-calls/call-inspection.ts";

export const WHY_NOT: Record<NotRebuilt, { word: string; sentence: string }> = {
  "prompt-changed": {
    word: "Changed since",
    sentence: "The system prompt has changed since: what was sent then is no longer in the code.",
  },
  "tools-changed": {
    word: "Changed since",
    sentence: "The tools have changed since: their schemas are others now.",
  },
  "kept-by-service": {
    word: "In the service",
    sentence: "The service keeps its own prompt, tools and history to itself, and reports digests.",
  },
  "state-gone": {
    word: "State gone",
    sentence: "The version of the hidden state that it was made from is no longer stored.",
  },
  "state-unreadable": {
    word: "Unreadable",
    sentence: "The version of the hidden state that it was made from cannot be read.",
  },
  differs: {
    word: "Differs",
    sentence: "What is stored today gives other bytes than those that were sent.",
  },
  "not-recorded": {
    word: "Not recorded",
    sentence: "The log of this run does not hold this text.",
  },
  "too-large": {
    word: "Too large",
    sentence: "It is larger than what is put together for one look.",
  },
};
