/** The texts of verify. */
import type { Value } from "./message.ts";

export const title = () => "Check a receipt or a bundle";
export const intro = () =>
  "A receipt shows that an answer is what the assistant gave. A bundle is a part of the audit trail. Both prove themselves: this page checks them here, in your browser, and sends nothing anywhere.";
export const drop = () => "Drop a file here, or choose one";
export const choose = () => "Choose a file";
export const kinds = () => "receipt-….json, or a bundle (.jsonl)";
export const checking = ({ name, lines }: { name: Value; lines: Value }) =>
  `Checking ${name}: ${lines} lines`;
export const checkingFile = ({ name }: { name: Value }) => `Checking ${name}`;
export const receiptHolds = () => "The receipt holds";
export const receiptExplained = ({ at, place, size }: { at: Value; place: Value; size: Value }) =>
  `This is, to the letter, what the person was shown. The run behind it ended on ${at} and is number ${place} of ${size} in the signed audit trail.`;
export const receiptText = () => "What the person was shown";
export const run = () => "Run";
export const openRun = () => "Open the run in the inspector";
export const receiptBroken = () => "The receipt does not hold";
export const bundleHolds = () => "The bundle holds";
export const bundleExplained = ({ rows, size, runs }: { rows: Value; size: Value; runs: Value }) =>
  `${rows} of the ${size} events of the trail are in it in full, with the logs of ${runs} runs. Nothing in it was changed, removed, moved or added since it was signed.`;
export const bundleWithheld = ({ count }: { count: Value }) =>
  `Payloads of ${count} events of runs are not in it: that these events were logged, in this order, was checked; what they say was not.`;
export const bundleExported = ({ at }: { at: Value }) => `It was exported at ${at}.`;
export const bundleUnclaimed = () =>
  "No row of the trail says that it was exported, so what was asked for, and when, was not checked.";
export const bundleWhole = () => "It is one of the whole trail.";
export const bundleAsked = ({ query }: { query: Value }) => `In full are the events of: ${query}.`;
export const bundleBlank = ({ count }: { count: Value }) =>
  `The details of ${count} of these events are not in it: what they said was not checked.`;
export const bundleErased = ({ count }: { count: Value }) =>
  `The logs of ${count} of these runs, or what they say, were erased, as rows of it say.`;
/** The page has no anchors. */
export const bundleEnd = () =>
  "It was checked without anchors: it does not prove that nothing was cut off at its end.";
export const bundleBroken = () => "The bundle does not hold";
export const where = ({ place }: { place: Value }) =>
  `The first that is not what was signed: number ${place} of the trail.`;
export const whereRun = ({ runId }: { runId: Value }) => `Run ${runId}.`;
export const whereEvent = ({ seq }: { seq: Value }) => `Event ${seq} of its log.`;
export const whereLine = ({ line }: { line: Value }) => `Line ${line} of the file.`;
export const unreadable = () => "The file cannot be read";
export const unreadableExplained = () => "Choose a receipt or a bundle as it was downloaded.";
export const keys = () => "Signed by";
export const keysExplained = () =>
  "The key of this server. Keep it, or get it through another channel, to be sure that it does not change.";
export const copyKey = () => "Copy the key";
export const offline = () => "Check it without this server";
export const offlineExplained = () =>
  "One file, without dependencies, for Node. It has this server's key in it: node halfsilver-verify.mjs <file>";
export const download = () => "Download halfsilver-verify.mjs";
