/** What is not there answers exactly like what may not be seen. */
import { respond } from "@/app/respond.ts";
import { AppError } from "@/lib/errors/app-error.ts";

export function GET(): Promise<Response> {
  return respond(async () => {
    throw new AppError("not-found");
  });
}

export const POST = GET;
