/** Whether the run's payloads are open to this operator, and how they are opened. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  PayloadOpening,
  RevealedField,
} from "@/lib/contracts/inspector/opening/payload-opening.ts";
import { fetchInspected, postInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";

const addressOf = (runId: string) => `/api/admin/runs/${runId}`;

export function useOpening(runId: string | null) {
  return useQuery({
    queryKey: inspectorKeys.opening(runId ?? ""),
    queryFn: ({ signal }) =>
      fetchInspected(PayloadOpening, `${addressOf(runId ?? "")}/opening`, signal),
    enabled: runId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Everything that was read masked is read again. */
export function useOpenPayloads(runId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) =>
      postInspected(PayloadOpening, `${addressOf(runId)}/opening`, { reason }),
    onSuccess: () => client.resetQueries({ queryKey: inspectorKeys.all() }),
  });
}

export function useReveal(runId: string, sha256: string) {
  return useMutation({
    mutationFn: (reason: string) =>
      postInspected(RevealedField, `${addressOf(runId)}/reveal`, { sha256, reason }),
  });
}
