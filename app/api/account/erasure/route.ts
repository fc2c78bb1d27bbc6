/** `POST {email}`: erases the account of the person who asks, with everything. The address is typed to confirm. */
import * as z from "zod/mini";
import { FORM_BODY_MAX_BYTES } from "@/app/limits.ts";
import { respondJson } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { AccountErasure } from "@/lib/contracts/public/account-erasure.ts";
import { eraseOwnAccount } from "@/lib/db/erasure/erase.ts";
import { readJson } from "@/lib/edge/bodies/read-body.ts";
import { AppError } from "@/lib/errors/app-error.ts";

const Asked = z.strictObject({ email: z.string() });

export function POST(request: Request): Promise<Response> {
  return respondJson(async () => {
    const actor = await requireActor();
    const asked = Asked.safeParse(await readJson(request, FORM_BODY_MAX_BYTES));
    if (!asked.success) throw new AppError("invalid", { cause: asked.error });
    const erased = await eraseOwnAccount(actor, asked.data.email);
    return AccountErasure.parse(erased.ok ? { is: "erased" } : { is: erased.reason });
  });
}
