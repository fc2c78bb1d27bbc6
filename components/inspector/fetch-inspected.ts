/** Reads from the inspector's handlers and parses the answer by its contract. */

import type * as z from "zod/mini";
import { ApiError } from "@/lib/contracts/api-error.ts";
import * as text from "@/lib/messages/inspector.ts";

/** A refusal by a handler, in words for the operator. */
export class InspectorRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "InspectorRefusal";
    this.status = status;
  }
}

/** @throws InspectorRefusal where the handler answers with an error */
export async function fetchInspected<Contract extends z.ZodMiniType>(
  contract: Contract,
  address: string,
  signal: AbortSignal,
): Promise<z.infer<Contract>> {
  const response = await fetch(address, { signal, cache: "no-store" });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return contract.parse(body);
  const refusal = ApiError.safeParse(body);
  const message = refusal.success ? refusal.data.error.message : text.theServerDidNotAnswer();
  throw new InspectorRefusal(response.status, message);
}

/** Sends a change. @throws InspectorRefusal where the handler answers with an error */
export async function postInspected<Contract extends z.ZodMiniType>(
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

/** An error as a sentence. */
export function describeFailure(error: unknown): string {
  if (error instanceof InspectorRefusal) return error.message;
  if (error instanceof TypeError) return text.theServerCannotBeReachedRight();
  return text.whatTheServerSentCouldNot();
}
