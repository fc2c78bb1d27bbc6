/** Why a segment could not be rebuilt: a word and a sentence. */

import type { NotRebuilt } from "@/lib/contracts/inspector/model-calls/call-inspection.ts";
import * as text from "@/lib/messages/inspector-model-calls.ts";

export const WHY_NOT: Record<NotRebuilt, { word: string; sentence: string }> = {
  "instructions-changed": {
    word: text.changedSince(),
    sentence: text.theInstructionsHaveChangedSince(),
  },
  "prompt-changed": {
    word: text.changedSince(),
    sentence: text.theSystemPromptHasChangedSince(),
  },
  "tools-changed": {
    word: text.changedSince(),
    sentence: text.theToolsHaveChangedSinceTheir(),
  },
  "kept-by-service": {
    word: text.inTheService(),
    sentence: text.theServiceKeepsItsOwnPrompt(),
  },
  "not-reported": {
    word: text.notReported(),
    sentence: text.theServiceReportsNoTrace(),
  },
  "state-gone": {
    word: text.stateGone(),
    sentence: text.theVersionOfTheStateIsGone(),
  },
  "state-unreadable": {
    word: text.unreadable(),
    sentence: text.theVersionOfTheStateCannotBeRead(),
  },
  differs: {
    word: text.differs(),
    sentence: text.whatIsStoredTodayGivesOther(),
  },
  "not-recorded": {
    word: text.notRecorded(),
    sentence: text.theLogOfThisRunDoes(),
  },
  "too-large": {
    word: text.tooLarge(),
    sentence: text.itIsLargerThanWhatIs(),
  },
};
