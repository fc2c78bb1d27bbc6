/**
 * A method that a handler has not. The framework would answer 405, which says that there is a handler: every one exports
 * these instead, and answers like an address where nothing is. Whoever tried without the right to is recorded.
 */
import { AppError } from "@/lib/errors/app-error.ts";
import { respondOperator } from "./respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperator(request, "run:list", async () => {
    throw new AppError("not-found");
  });
}

export const POST = GET;
export const PUT = GET;
export const PATCH = GET;
export const DELETE = GET;
export const OPTIONS = GET;
