"use client";
/** Sends pasted headers to be decoded. Nothing of them is stored anywhere. */
import { useMutation } from "@tanstack/react-query";
import { ApiError } from "@/lib/contracts/api-error.ts";
import { DecodeAnswer } from "@/lib/contracts/inspector/envelope/envelope-inspection.ts";
import { InspectorRefusal } from "../fetch-inspected.ts";

export function useDecode() {
  return useMutation({ mutationFn: decode });
}

async function decode(text: string): Promise<DecodeAnswer> {
  const response = await fetch("/api/admin/decode", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text }),
    cache: "no-store",
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return DecodeAnswer.parse(body);
  const refusal = ApiError.safeParse(body);
  const message = refusal.success ? refusal.data.error.message : "The server did not answer.";
  throw new InspectorRefusal(response.status, message);
}
