/** The ports of a run whose answer passes the glass: what is hidden is cut before a reader, the log or an agent has it. */
import "server-only";
import type { RunPorts } from "../contracts/run/run-work.ts";
import { settings } from "../env/settings.ts";
import { partLeftOut } from "../messages/answers.ts";
import type { GlassMeter } from "./glass-meter.ts";
import { RunGlass } from "./run-glass.ts";

type Passed = Pick<RunPorts, "appendEvent" | "emitText" | "answer">;

/**
 * @param soFar what the answer goes on behind
 * @returns the ports, and what lets the last words through when nothing more is written
 */
export function throughGlass(
  ports: Passed,
  soFar = "",
): Passed & Pick<RunPorts, "glass"> & { end(): void } {
  const mode = settings().HIDDEN_WORDS_IN_ANSWERS;
  if (mode === "off") return { ...ports, end: () => undefined };
  const glass = new RunGlass(mode, partLeftOut(), ({ kind, from, start, text }) => {
    const detail = JSON.stringify({ kind, from, at: start, text });
    ports.appendEvent({ type: "run.noted", code: "hidden-words", detail });
  });
  const meter: GlassMeter = glass.newMeter();
  meter.follow(soFar);
  const emit = (text: string) => {
    if (text !== "") ports.emitText(text);
  };
  return {
    appendEvent(body) {
      if ("toolCallId" in body) glass.hideId("tool-call", body.toolCallId);
      if ("hopRef" in body && body.hopRef) glass.hideId("hop", body.hopRef);
      // No word spans one of these.
      if (body.type === "model.answered" || body.type === "hop.ended") emit(meter.end());
      ports.appendEvent(body);
    },
    emitText: (text) => emit(meter.push(text)),
    answer: () => ports.answer() + meter.rest,
    glass,
    end() {
      emit(meter.end());
      glass.lookBehind(ports.answer());
    },
  };
}
