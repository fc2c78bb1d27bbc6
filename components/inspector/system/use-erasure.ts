/** Weighs and erases, and reads how long each class is kept. */
"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { ApiError } from "@/lib/contracts/api-error.ts";
import {
  ErasureAnswer,
  ErasureOverview,
  type ErasureSubject,
} from "@/lib/contracts/inspector/erasure/erasure-request.ts";
import * as text from "@/lib/messages/inspector.ts";
import { fetchInspected, InspectorRefusal } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";

const ADDRESS = "/api/admin/erasure";

export function useErasureOverview() {
  return useQuery({
    queryKey: inspectorKeys.retention(),
    queryFn: ({ signal }) => fetchInspected(ErasureOverview, ADDRESS, signal),
  });
}

/** A null confirmation only weighs. */
export function useErasure() {
  return useMutation({
    mutationFn: async (request: { subject: ErasureSubject; confirmation: string | null }) => {
      const response = await fetch(ADDRESS, {
        method: "POST",
        cache: "no-store",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(request),
      });
      const body: unknown = await response.json().catch(() => null);
      if (response.ok) return ErasureAnswer.parse(body);
      const refusal = ApiError.safeParse(body);
      const message = refusal.success ? refusal.data.error.message : text.theServerDidNotAnswer();
      throw new InspectorRefusal(response.status, message);
    },
  });
}
