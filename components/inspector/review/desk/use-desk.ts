/** What the desk of a case asks of the server. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  CaseDesk,
  type ChangeDesk,
  DeskChanged,
} from "@/lib/contracts/inspector/review/case-desk.ts";
import { postInspected, useInspected } from "../../fetch-inspected.ts";
import { inspectorKeys } from "../../inspector-keys.ts";

const addressOf = (runId: string) => `/api/admin/review/${runId}/desk`;

export function useDesk(runId: string) {
  return useInspected(inspectorKeys.desk(runId), CaseDesk, addressOf(runId), { retry: false });
}

/** Whatever comes of it, the list is read again, and the desk unless it was left. */
export function useChangeDesk(runId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: ChangeDesk) => postInspected(DeskChanged, addressOf(runId), change),
    onSettled: (_, error, change) => {
      const isLeft = error === null && change.do === "put-aside" && change.until !== null;
      // What was open for the case is masked again.
      if (isLeft) client.removeQueries({ queryKey: inspectorKeys.all() });
      else {
        void client.invalidateQueries({ queryKey: inspectorKeys.desk(runId) });
        void client.invalidateQueries({ queryKey: inspectorKeys.cases() });
      }
    },
  });
}
