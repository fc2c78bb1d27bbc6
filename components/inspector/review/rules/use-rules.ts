/** What the page of rules asks of the server. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type ChangeRules,
  ReviewRules,
  RulesChanged,
} from "@/lib/contracts/inspector/review/review-rule.ts";
import { postInspected, useInspected } from "../../fetch-inspected.ts";
import { inspectorKeys } from "../../inspector-keys.ts";

const ADDRESS = "/api/admin/review/rules";

export function useRules() {
  return useInspected(inspectorKeys.rules(), ReviewRules, ADDRESS);
}

export function useChangeRules(onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: ChangeRules) => postInspected(RulesChanged, ADDRESS, change),
    onSuccess: async ({ is }) => {
      if (is === "tried") return;
      await client.invalidateQueries({ queryKey: inspectorKeys.rules() });
      if (is === "saved") onSaved();
    },
  });
}
