/** The events of a run by their type, and the tree of its hops, for the account. Pure. */
import "server-only";
import type {
  InspectedBody,
  InspectedBodyOf,
  InspectedEvent,
} from "../../contracts/inspector/events/inspected-event.ts";

type Type = InspectedBody["type"];
export type Placed<Of extends Type> = { seq: number; left: boolean; body: InspectedBodyOf<Of> };

export type AccountLog = {
  /** In the order of the log. */
  of<Of extends Type>(type: Of): readonly Placed<Of>[];
  /** The names of agents, for people. */
  nameOf(agentId: string): string;
  /** The start of the innermost agent's hop around a hop, or the hop itself; null where the log names none. */
  agentAround(hopRef: string): Placed<"hop.started"> | null;
  /** Hops of calls that were left for the person's approval: they did not run. */
  left: ReadonlySet<string>;
  /** Whether the run has ended. */
  isOver: boolean;
  /** What the person asked, as far as the reader may read it; null where nobody knows. */
  question: AccountGiven["question"];
};

export type AccountGiven = Pick<AccountLog, "nameOf"> & {
  question: InspectedBodyOf<"approval.requested">["question"] | null;
};

export function indexLog(
  events: readonly InspectedEvent[],
  { nameOf, question }: AccountGiven,
): AccountLog {
  const byType = Map.groupBy(events.map(toPlaced), ({ body }) => body.type);
  // Each list holds the type that it is found by, which TypeScript cannot know.
  const of = <Of extends Type>(type: Of) => (byType.get(type) ?? []) as unknown as Placed<Of>[];
  const hops = new Map<string, Placed<"hop.started">>();
  for (const hop of of("hop.started")) {
    if (!hops.has(hop.body.hopRef)) hops.set(hop.body.hopRef, hop);
  }
  return {
    of,
    nameOf,
    question,
    agentAround: (hopRef) => findAgent(hopRef, hops),
    left: new Set(
      [...of("execution.recorded"), ...of("hop.ended")].flatMap(({ left, body }) =>
        left ? body.hopRef : [],
      ),
    ),
    isOver: of("run.ended").length > 0,
  };
}

function toPlaced({ seq, left, body }: InspectedEvent) {
  return { seq, left: left === true, body };
}

/** A hop that is above itself belongs to no agent. */
function findAgent(
  hopRef: string,
  hops: ReadonlyMap<string, Placed<"hop.started">>,
): Placed<"hop.started"> | null {
  const seen = new Set<string>();
  for (let at: string | null = hopRef; at !== null && !seen.has(at); ) {
    seen.add(at);
    const hop = hops.get(at);
    if (hop?.body.kind === "agent") return hop;
    at = hop?.body.parentRef ?? null;
  }
  return null;
}
