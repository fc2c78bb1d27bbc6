/**
 * Answers 404 to methods that a handler does not have: the framework's 405 would reveal the handler. Attempts without
 * permission are recorded.
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
