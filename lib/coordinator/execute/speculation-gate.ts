/** Holds back an agent that started before the plan: nothing is shown and no tool runs until the plan exists. */
import "server-only";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import type { RunPorts } from "../../contracts/run/run-work.ts";

export type SpeculationGate = {
  /** The ports of the waiting agent, in place of the run's own. */
  readonly ports: RunPorts;
  /** Resolves true when the plan agrees, false when the work is dropped. */
  wait(): Promise<boolean>;
  /** Releases the held output and lets later output through. */
  open(): void;
  /** Aborts the agent's work. Its text is never shown. */
  drop(): void;
};

export function holdBack(ports: RunPorts): SpeculationGate {
  const dropped = new AbortController();
  const decided = Promise.withResolvers<boolean>();
  let held: string | null = "";
  const unsaved: LogEventBody[] = [];
  return {
    ports: {
      ...ports,
      signal: AbortSignal.any([ports.signal, dropped.signal]),
      appendEvent: (body) => {
        // Dropped work stores no state, so no event may say that it did.
        if (held !== null && body.type === "state.saved") unsaved.push(body);
        else ports.appendEvent(dropped.signal.aborted ? asDiscarded(body) : body);
      },
      emitStatus: (status, position) => {
        if (held === null) ports.emitStatus(status, position);
      },
      emitText: (text) => {
        if (held === null) ports.emitText(text);
        else held += text;
      },
      answer: () => held ?? ports.answer(),
    },
    wait: () => decided.promise,
    open() {
      const text = held ?? "";
      held = null;
      if (text !== "") ports.emitText(text);
      for (const body of unsaved) ports.appendEvent(body);
      decided.resolve(true);
    },
    drop() {
      dropped.abort();
      decided.resolve(false);
    },
  };
}

/** The person stopped nothing: the plan chose another agent. */
function asDiscarded(body: LogEventBody): LogEventBody {
  const wasCut = body.type === "model.answered" && body.outcome === "stopped";
  return wasCut ? { ...body, outcome: "discarded" } : body;
}
