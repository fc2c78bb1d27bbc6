"use client";
/** Whether the run's payloads are open to this operator, and how they are opened. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { ApiError } from "@/lib/contracts/api-error.ts";
import {
  PayloadOpening,
  RevealedField,
} from "@/lib/contracts/inspector/opening/payload-opening.ts";
import * as text from "@/lib/messages/inspector.ts";
import { fetchInspected, InspectorRefusal } from "../fetch-inspected.ts";
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
    mutationFn: (reason: string) => post(PayloadOpening, `${addressOf(runId)}/opening`, { reason }),
    onSuccess: () => client.resetQueries({ queryKey: inspectorKeys.all() }),
  });
}

export function useReveal(runId: string, sha256: string) {
  return useMutation({
    mutationFn: (reason: string) =>
      post(RevealedField, `${addressOf(runId)}/reveal`, { sha256, reason }),
  });
}

/** @throws InspectorRefusal */
async function post<Contract extends z.ZodMiniType>(
  contract: Contract,
  address: string,
  body: object,
): Promise<z.infer<Contract>> {
  const response = await fetch(address, {
    method: "POST",
    cache: "no-store",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return contract.parse(answer);
  const refusal = ApiError.safeParse(answer);
  const message = refusal.success ? refusal.data.error.message : text.theServerDidNotAnswer();
  throw new InspectorRefusal(response.status, message);
}
