/** What a reviewer's pages ask of the server. */
"use client";
import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import { poll } from "@/components/ui/device/polling.ts";
import type { CasesQuery } from "@/lib/contracts/inspector/review/case-desk.ts";
import {
  CaseChanged,
  type ChangeCase,
  ReviewCase,
  ReviewCases,
  type TakeCase,
  TakenCase,
} from "@/lib/contracts/inspector/review/review-case.ts";
import { postInspected, useInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { toSearch } from "../list-query.ts";

const ADDRESS = "/api/admin/review";

export function useCases(query: CasesQuery) {
  const search = toSearch(query);
  return useInspected(inspectorKeys.cases(search), ReviewCases, `${ADDRESS}?${search}`, {
    placeholderData: keepPreviousData,
    ...poll<ReviewCases>(),
  });
}

/** Whatever comes of it, the list is read again. */
export function useTakeCase(onTaken: (runId: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (asked: TakeCase) => postInspected(TakenCase, ADDRESS, asked),
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

/** One change after the other, so that a draft on its way is never behind the verdict. */
export function useChangeCase(runId: string) {
  const client = useQueryClient();
  const queryKey = inspectorKeys.reviewCase(runId);
  return useMutation({
    scope: { id: addressOf(runId) },
    // What is still being read of a case is refused to whoever leaves it.
    onMutate: async ({ do: change }: ChangeCase) => {
      if (change === "leave") await client.cancelQueries({ queryKey });
    },
    mutationFn: (change: ChangeCase) => postInspected(CaseChanged, addressOf(runId), change),
    onError: (_, { do: change }) =>
      change === "leave" ? client.invalidateQueries({ queryKey }) : undefined,
  });
}
