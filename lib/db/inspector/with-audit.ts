/** A read that cannot be recorded is refused, with a reason of its own. */
import "server-only";
import { AppError } from "../../errors/app-error.ts";

/**
 * @param write writes audit rows, and nothing else
 * @throws AppError `audit-unavailable` where that fails for any reason but a refusal of ours
 */
export async function withAudit<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("audit-unavailable", { cause: error });
  }
}
