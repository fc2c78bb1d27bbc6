/** What a request says, as its contract has it. */
import "server-only";
import { readJson } from "@/lib/edge/bodies/read-body.ts";
import { AppError } from "@/lib/errors/app-error.ts";

/** A schema of `zod` or `zod/mini`. */
export type Contract<Value> = {
  safeParse: (
    value: unknown,
  ) => { success: true; data: Value } | { success: false; error: unknown };
};

/** @throws AppError `invalid` */
export function parseAs<Value>(contract: Contract<Value>, value: unknown): Value {
  const parsed = contract.safeParse(value);
  if (!parsed.success) throw new AppError("invalid", { cause: parsed.error });
  return parsed.data;
}

/** @throws AppError `invalid`, `body-too-large` */
export async function readBody<Value>(
  request: Request,
  contract: Contract<Value>,
  maxBytes: number,
): Promise<Value> {
  return parseAs(contract, await readJson(request, maxBytes));
}
