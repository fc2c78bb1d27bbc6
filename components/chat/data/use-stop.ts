"use client";
/** Stop: at once for the person, within a second for the server. */
import { useRef, useState } from "react";
import { freezeRun } from "../run/use-run.ts";
import { request } from "./get-json.ts";

const STOP_FAILED = "Stop did not reach the server, so the answer goes on. Try again.";

/** Stands for the run of a message that is on its way. */
const NEXT = "next";

/** @param onProblem told why a stop did not work, or null when one is tried */
export function useStop(onProblem: (problem: string | null) => void) {
  const [stopping, setStopping] = useState<string | null>(null);
  const isNextToStop = useRef(false);

  const stop = (runId: string | null) => {
    onProblem(null);
    setStopping(runId ?? NEXT);
    if (runId === null) {
      isNextToStop.current = true;
      return;
    }
    freezeRun(runId, true);
    request(`/api/runs/${runId}/stop`, { method: "POST" }).catch(() => {
      freezeRun(runId, false);
      setStopping(null);
      onProblem(STOP_FAILED);
    });
  };
  /** The run of the message that was on its way is known. */
  const onRunKnown = (runId: string) => {
    if (isNextToStop.current) stop(runId);
    isNextToStop.current = false;
  };
  /** There will be no run. */
  const onNoRun = () => {
    isNextToStop.current = false;
    setStopping(null);
  };
  const isStopping = (runId: string | null) => stopping === (runId ?? NEXT);

  return { stop, isStopping, onRunKnown, onNoRun };
}
