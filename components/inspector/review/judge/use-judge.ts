/** What the pages of the model judge ask of the server. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type ChangeJudge,
  JudgePage,
  ModelScore,
} from "@/lib/contracts/inspector/review/model-judge.ts";
import { postInspected, useInspected } from "../../fetch-inspected.ts";
import { inspectorKeys } from "../../inspector-keys.ts";

const ADDRESS = "/api/admin/review/judge";

export function useJudge() {
  return useInspected(inspectorKeys.judge(), JudgePage, ADDRESS);
}

export function useChangeJudge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: ChangeJudge) => postInspected(JudgePage, ADDRESS, change),
    onSuccess: (page) => client.setQueryData(inspectorKeys.judge(), page),
  });
}

export function useModelScore(runId: string) {
  return useInspected(
    inspectorKeys.modelScore(runId),
    ModelScore,
    `/api/admin/review/${runId}/score`,
    { retry: false },
  );
}
