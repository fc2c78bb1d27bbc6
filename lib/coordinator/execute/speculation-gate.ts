import "server-only";
/** Holds an agent that started beside the planning call: nothing is shown and no tool runs before the plan stands. */
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import type { RunPorts } from "../../contracts/run/run-work.ts";

export type SpeculationGate = {
  /** What the waiting agent gets instead of the run's own ports. */
  readonly ports: RunPorts;
  /** Resolves true when the plan agrees, false when the work is dropped. */
  wait(): Promise<boolean>;
  /** Lets everything held back through, and everything that follows. */
  open(): void;
  /** Aborts the agent's work; what it wrote is never shown. */
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
        // What dropped work would remember is never stored, so it is not on record as stored.
        if (held !== null && body.type === "state.saved") unsaved.push(body);
        else ports.appendEvent(body);
      },
      emitStatus: (status) => {
        if (held === null) ports.emitStatus(status);
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
