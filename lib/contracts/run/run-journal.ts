/**
 * What is on record of a run that another process began. The turn is gone through again from its start: what is on record
 * is read from here, what is not is done (decision 65). A run that begins has none.
 */
import type { PublicSource } from "../public/sources/public-source.ts";
import type { LogEventBody, RecordedEvent } from "./log-event.ts";

type Logged<Type extends LogEventBody["type"]> = Extract<LogEventBody, { type: Type }>;

export type RunJournal = {
  /** The recorded event that this one repeats; null where it is new. Each recorded event is found once. */
  repeated(body: LogEventBody): RecordedEvent | null;
  /** The reference of the recorded hop that this one repeats; null where it is new. Each is found once. */
  hopRef(hop: Pick<Logged<"hop.started">, "kind" | "nodeId" | "parentRef">): string | null;
  /** The number of the newest recorded hop. */
  readonly lastHop: number;
  /** The answer of a model call, with the tool calls as they began; null where it is not whole. */
  answer(callId: string): RecordedAnswer | null;
  /** How a tool call ended; null where that is not on record. */
  returned(hopRef: string): Logged<"tool.returned"> | null;
  /** The call as it began; null where it had not. */
  called(hopRef: string): Logged<"tool.called"> | null;
  /** The whole log. */
  readonly recorded: readonly RecordedEvent[];
  /** Recorded events that the turn did not repeat, such as the work of a service, which reports it only once. */
  left(): readonly RecordedEvent[];
  /** The sources that a call's result had got numbers for. */
  sources(hopRef: string): readonly PublicSource[];
};

export type RecordedAnswer = {
  answered: Logged<"model.answered">;
  toolCalls: { id: string; name: string; arguments: string }[];
};
