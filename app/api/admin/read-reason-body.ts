/** Reads a body with a typed reason. */
import "server-only";
import type * as z from "zod/mini";
import { REASON_BODY_MAX_BYTES } from "@/app/limits.ts";
import { readJson } from "@/lib/edge/bodies/read-body.ts";
import { AppError } from "@/lib/errors/app-error.ts";

/** @throws AppError `invalid`, `body-too-large` */
export async function readReasonBody<Contract extends z.ZodMiniType>(
  request: Request,
  contract: Contract,
): Promise<z.infer<Contract>> {
  const parsed = contract.safeParse(await readJson(request, REASON_BODY_MAX_BYTES));
  if (!parsed.success) throw new AppError("invalid", { cause: parsed.error });
  return parsed.data;
}
