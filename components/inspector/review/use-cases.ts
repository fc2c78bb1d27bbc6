/** What a reviewer's pages ask of the server. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { poll } from "@/components/ui/device/polling.ts";
import {
  CaseChanged,
  type ChangeCase,
  ReviewCase,
  ReviewCases,
  TakenCase,
} from "@/lib/contracts/inspector/review/review-case.ts";
import { postInspected, useInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";

const ADDRESS = "/api/admin/review";

export function useCases() {
  return useInspected(inspectorKeys.cases(), ReviewCases, ADDRESS, poll());
}

/** Null: the next one. Whatever comes of it, the list is read again. */
export function useTakeCase(onTaken: (runId: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (runId: string | null) => postInspected(TakenCase, ADDRESS, { runId }),
    onSuccess: ({ runId }) => {
      if (runId !== null) onTaken(runId);
    },
    onSettled: () => client.invalidateQueries({ queryKey: inspectorKeys.cases() }),
  });
}

const addressOf = (runId: string) => `${ADDRESS}/${runId}`;

export function useCase(runId: string) {
  return useInspected(inspectorKeys.reviewCase(runId), ReviewCase, addressOf(runId), {
    retry: false,
  });
}

export function useChangeCase(runId: string) {
  return useMutation({
    mutationFn: (change: ChangeCase) => postInspected(CaseChanged, addressOf(runId), change),
  });
}
