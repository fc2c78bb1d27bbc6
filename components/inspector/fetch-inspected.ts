/** Reads from the inspector's handlers, sends them changes, and parses the answers by their contracts. */
import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { ApiError } from "@/lib/contracts/api-error.ts";
import * as text from "@/lib/messages/inspector.ts";
import type { InspectorKey } from "./inspector-keys.ts";

/** A refusal by a handler, in words for the operator. */
class InspectorRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "InspectorRefusal";
    this.status = status;
  }
}

type ReadOptions<Read, Selected> = Omit<
  UseQueryOptions<Read, Error, Selected>,
  "queryKey" | "queryFn"
>;

/**
 * Reads what a handler answers, and keeps it under its key.
 * @param address with `/api/admin` and the query string
 */
export function useInspected<Contract extends z.ZodMiniType, Selected = z.infer<Contract>>(
  queryKey: InspectorKey,
  contract: Contract,
  address: string,
  options: ReadOptions<z.infer<Contract>, Selected> = {},
) {
  return useQuery({
    ...options,
    queryKey,
    queryFn: ({ signal }) => fetchInspected(contract, address, signal),
  });
}

/** @throws InspectorRefusal where the handler answers with an error */
export async function fetchInspected<Contract extends z.ZodMiniType>(
  contract: Contract,
  address: string,
  signal: AbortSignal,
): Promise<z.infer<Contract>> {
  return readAnswer(contract, await fetch(address, { signal, cache: "no-store" }));
}

/** Sends a change. @throws InspectorRefusal where the handler answers with an error */
export async function postInspected<Contract extends z.ZodMiniType>(
  contract: Contract,
  address: string,
  body?: object,
): Promise<z.infer<Contract>> {
  const sent = body && {
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await fetch(address, { method: "POST", cache: "no-store", ...sent });
  return readAnswer(contract, response);
}

async function readAnswer<Contract extends z.ZodMiniType>(
  contract: Contract,
  response: Response,
): Promise<z.infer<Contract>> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return contract.parse(body);
  const refusal = ApiError.safeParse(body);
  const message = refusal.success ? refusal.data.error.message : text.theServerDidNotAnswer();
  throw new InspectorRefusal(response.status, message);
}

/** An error as a sentence. */
export function describeFailure(error: unknown): string {
  if (error instanceof InspectorRefusal) return error.message;
  if (error instanceof TypeError) return text.theServerCannotBeReachedRight();
  return text.whatTheServerSentCouldNot();
}
