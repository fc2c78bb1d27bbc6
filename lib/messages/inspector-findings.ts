/** The texts of inspector findings. */
import type { Value } from "./message.ts";

export const beganBefore = ({ hopRef, seq }: { hopRef: Value; seq: Value }) =>
  `${hopRef} began before, at event ${seq}`;
export const attemptFailed = ({ attempt, reason }: { attempt: Value; reason: Value }) =>
  `attempt ${attempt} failed: ${reason}`;
export const citesWhatItWasNotGiven = ({ numbers }: { numbers: Value }) =>
  `cites ${numbers}, which its prompt did not have as a source`;
export const gaveAwayHidden = () =>
  "its answer had words that are hidden from people; a note of the run says which";
export const memoryPolicyViolated = ({ rule }: { rule: Value }) =>
  `memory policy violated: ${rule}`;
const POLICY_OUTCOMES: Record<string, string> = {
  allow: "allowed",
  would_deny: "would be denied",
  needs_approval: "needs approval",
  deny: "denied",
};
export const policyDecided = ({ outcome, action }: { outcome: string; action: Value }) =>
  `${POLICY_OUTCOMES[outcome] ?? outcome}: ${action}`;
export const envelopeFinding = ({ finding }: { finding: Value }) => `envelope: ${finding}`;
export const isInNoStep = ({ target }: { target: Value }) => `${target} is in no step of the plan`;
export const writesAndIsInNoStep = ({ target }: { target: Value }) =>
  `${target} writes, and is in no step of the plan`;
export const stepRanAgain = ({ stepId, times }: { stepId: Value; times: Value }) =>
  `step ${stepId} of the plan ran ${times} times`;
export const parentIsNotInTheLog = ({ parentRef }: { parentRef: Value }) =>
  `its parent ${parentRef} is not in the log`;
export const beginsBeforeItsParent = ({ early, hopRef }: { early: Value; hopRef: Value }) =>
  `begins ${early} ms before its parent ${hopRef}`;
export const serviceClockDisagrees = ({ theirs, ours }: { theirs: Value; ours: Value }) =>
  `the service's clock counted ${theirs} ms, ours ${ours} ms: its times are shrunk to fit`;
export const serviceWorkedAfterItsEnd = ({ late }: { late: Value }) =>
  `the service reports work up to ${late} ms after the end of its own turn`;
export const hasNoEnd = () => "the run is over, and this has no end in its log";
export const itsOwnAncestor = ({ path }: { path: Value }) => `its own ancestor: ${path}`;
export const cannotBeDecoded = ({ reason }: { reason: Value }) => `cannot be decoded: ${reason}`;
export const holdsNoContextState = () => "holds no context state";
export const doesNotFit = ({ schema, detail }: { schema: Value; detail: Value }) =>
  `does not fit ${schema}: ${detail}`;
export const itDoesNotFit = ({ schema, detail }: { schema: Value; detail: Value }) =>
  `it does not fit ${schema}: ${detail}`;
export const findingIsHidden = () =>
  "does not fit its schema; the place is hidden with the payloads";
export const detailIsHidden = () => "details are hidden with the payloads";
export const noRecordedDeltaLeadsToIt = () => "no recorded delta leads to it";
export const deltasAreNotThere = ({ first, last }: { first: Value; last: Value }) =>
  `${first} to ${last} are not there`;
export const patchCannotBeApplied = () => "its patch cannot be applied";
export const replayedTo = ({ digest }: { digest: Value }) => `replayed to ${digest}`;
export const beginsWithAnotherState = ({ found, expected }: { found: Value; expected: Value }) =>
  `begins with ${found}, not with ${expected}`;
export const beginsWithAnEmptyState = () => "begins with an empty state";
export const findingAtEntry = ({ finding, entry }: { finding: Value; entry: Value }) =>
  `${finding} at entry ${entry}`;
export const stepId = () => "step id";
export const objective = () => "objective";
export const argumentsWord = () => "arguments";
export const outcome = () => "outcome";
export const input = () => "input";
export const output = () => "output";
export const thereIsNoSignature = () => "There is no x-agent-state-mac header.";
export const theSignatureIsMalformed = () =>
  "The signature is not v1= and 43 base64url characters, or a signed value holds a line end.";
export const theSignatureIsNotOurs = () =>
  "The signature is not the one that our key makes of these four values.";
export const thereIsNothingToCheck = () => "There is no x-agent-state header to check.";
export const ourKeyMakesTheSameSignature = () => "Our key makes the same signature.";
export const oneHeaderCannotBeChecked = () =>
  "A signature is over four headers, and only one of them is here.";
export const thereIsNothingToDecode = () => "There is nothing to decode";
export const theTextIsEmpty = () => "The text is empty.";
export const pasteHeaders = () => "Paste headers.";
export const noHeaderWasFound = () => "No header was found";
export const noLineHasTheForm = () => "No line has the form “name: value”.";
export const pasteLinesOrJsonOrAValue = () =>
  "Paste raw header lines, a JSON object of headers, or the value of x-agent-state.";
export const theTextIsNotJson = () => "The text is not JSON";
export const itDoesNotEndLikeAnObject = () =>
  "It begins like a JSON object and does not end like one.";
export const pasteTheWholeObject = () => "Paste the whole object, or raw header lines.";
export const theJsonIsNotAnObjectOfHeaders = () => "The JSON is not an object of headers";
export const itIsNoObject = () => "It is no object.";
export const aValueIsNotText = () => "A value in it is neither text nor a list of texts.";
export const itIsEmpty = () => "It is empty.";
export const pasteAnObjectLike = ({ example }: { example: Value }) =>
  `Paste an object like ${example}.`;
export const rawMandate = () =>
  "A raw mandate or signed token: only its ids and digests may stand here.";
export const unknownVersion = ({ payload, version }: { payload: Value; version: Value }) =>
  `${payload} is of version ${version}, which is not known: nothing of it was read or scored.`;
export const noVersion = ({ payload }: { payload: Value }) =>
  `${payload} names no version: nothing of it was read or scored.`;
export const payloadDoesNotFit = ({ payload }: { payload: Value }) =>
  `${payload} does not fit its version: nothing of it was read or scored.`;
