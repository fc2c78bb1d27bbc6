/** The texts of inspector timeline. */
import { plural, type Value } from "./message.ts";

export const routineEvents = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} routine event`, `${number} routine events`);
export const speculativeDiscarded = () => "Speculative, discarded";
export const speculativeUsed = () => "Speculative, used";
export const coordinator = () => "Coordinator";
export const agent = () => "Agent";
export const gateway = () => "Gateway";
export const service = () => "Service";
export const tool = () => "Tool";
export const modelCall = () => "Model call";
export const policy = () => "Policy";
export const waitForApproval = () => "Wait for approval";
export const timeline = () => "Timeline";
export const expand = () => "Expand";
export const collapse = () => "Collapse";
export const rowSummary = ({ kind, hopRef }: { kind: Value; hopRef: Value }) =>
  `${kind}, hop ${hopRef}.`;
export const findingSentence = ({ finding, text }: { finding: Value; text: Value }) =>
  `${finding}: ${text}.`;
export const findingLine = ({ finding, text }: { finding: Value; text: Value }) =>
  `${finding}: ${text}`;
export const ok = () => "OK";
export const pending = () => "Pending";
export const failed = () => "Failed";
export const denied = () => "Denied";
export const stopped = () => "Stopped";
export const leftForApproval = () => "Left for approval";
export const waiting = () => "Waiting";
export const noEnd = () => "No end";
export const orphan = () => "Orphan";
export const cycle = () => "Cycle";
export const duplicateId = () => "Duplicate id";
export const clockSkew = () => "Clock skew";
export const malformedEnvelope = () => "Malformed envelope";
export const foreignWrite = () => "Foreign write";
export const unplanned = () => "Not planned";
export const retried = () => "Retried";
export const neverEnded = () => "Never ended";
export const hiddenWords = () => "Hidden words";
export const inventedCitation = () => "Invented citation";
export const otherFinding = () => "Finding";
export const hopOrCall = () => "Hop or call";
export const outcome = () => "Outcome";
export const duration = () => "Duration";
export const fromStartToEnd = () => "From start to end";
export const noHopHasStartedYet = () => "No hop has started yet.";
export const noHopWasRecorded = () => "No hop was recorded.";
export const from = ({ value }: { value: Value }) => `from ${value}`;
export const showingOfSpans = ({ shown, spanCount }: { shown: Value; spanCount: Value }) =>
  `Showing ${shown} of ${spanCount} spans`;
export const spanCount = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} span`, `${number} spans`);
export const findingCount = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} finding`, `${number} findings`);
export const expandAll = () => "Expand all";
export const collapseAll = () => "Collapse all";
export const wholeRun = () => "Whole run";
export const zoomToSelection = () => "Zoom to selection";
