/** The texts of inspector seal. */
import { plural, type Value } from "./message.ts";

export const sealed = () => "Sealed";
export const sealedAndErased = ({ rule }: { rule: Value }) =>
  `Sealed; content erased under the rule ${rule}`;
export const sealExplained = ({
  count,
  place,
  size,
  key,
  number,
}: {
  count: number;
  place: Value;
  size: Value;
  key: Value;
  number: Value;
}) =>
  plural(
    count,
    `Checked now: its event is what was sealed as number ${place} of the audit trail, in a tree of ${size} that is signed by ${key}.`,
    `Checked now: its ${number} events are what was sealed as number ${place} of the audit trail, in a tree of ${size} that is signed by ${key}.`,
  );
export const sealErased = ({ count, number }: { count: number; number: Value }) =>
  plural(
    count,
    "The payload of one event was erased.",
    `The payloads of ${number} events were erased.`,
  );
export const logErased = ({
  count,
  place,
  number,
}: {
  count: number;
  place: Value;
  number: Value;
}) =>
  plural(
    count,
    `Its log of one event was erased as a whole. The answer is what was sealed as number ${place} of the audit trail.`,
    `Its log of ${number} events was erased as a whole. The answer is what was sealed as number ${place} of the audit trail.`,
  );
export const sealBinds = () =>
  "It binds every event with its time and payload, their order and number, the answer, and how the run ended. What an event says of the question, the plan, calls, states and figures is bound with it.";
export const sealUnsigned = ({ count, number }: { count: number; number: Value }) =>
  plural(
    count,
    "One event is from before events were signed.",
    `${number} events are from before events were signed.`,
  );
export const waiting = () => "Being sealed";
export const waitingExplained = () => "The run has ended, and gets its seal within a second.";
export const before = () => "Not sealed";
export const beforeExplained = () =>
  "This run ended before runs were sealed: nothing proves its log.";
export const broken = ({ why }: { why: Value }) => `Seal broken: ${why}`;
export const brokenAt = ({ seq, why }: { seq: Value; why: Value }) =>
  `Seal broken: event ${seq} ${why}`;
export const brokenExplained = ({ place }: { place: Value }) =>
  `The run is not what was sealed as number ${place} of the audit trail. Run npm run audit:verify, and compare with a backup.`;
export const uncheckable = () => "Seal not checked";
export const faultRowMissing = () => "the row of its end was removed";
export const faultRowChanged = () => "the row of its end was changed";
export const faultNotIncluded = () => "the trail is not what was signed";
export const faultNoteUnreadable = () => "the checkpoint is not signed by a known key";
export const faultSealChanged = () => "the seal was changed";
export const faultEventMissing = () => "is missing";
export const faultEventChanged = () => "was changed";
export const faultEventAdded = () => "was put there afterwards";
export const faultPayloadMissing = () => "lost its payload";
export const faultLogForged = () => "was not written by the application, or is missing";
export const faultAnswerChanged = () => "the answer is not what its person read";
