/** `GET`: the model judge. `POST`: writes a version, or switches it off (lib/contracts/inspector/review/model-judge.ts). */
import { readBody } from "@/app/api/parse-request.ts";
import { JUDGE_BODY_MAX_BYTES } from "@/app/limits.ts";
import type { Actor } from "@/lib/access/actor.ts";
import { ChangeJudge, JudgePage } from "@/lib/contracts/inspector/review/model-judge.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { changeJudge, readJudgePage } from "@/lib/judge/judge-page.ts";
import { modelChoices } from "@/lib/llm/describe-model.ts";
import { respondOperator } from "../../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperator(request, "review:manage", read);
}

export function POST(request: Request): Promise<Response> {
  return respondOperator(request, "review:manage", async (actor) => {
    const change = await readBody(request, ChangeJudge, JUDGE_BODY_MAX_BYTES);
    const isOffered = (chosen: string) =>
      modelChoices().some(({ connection }) => connection === chosen);
    if (change.do === "write" && change.model !== null && !isOffered(change.model))
      throw new AppError("invalid", { detail: "a model that is not offered" });
    await changeJudge(actor, change);
    return read(actor);
  });
}

async function read(actor: Actor): Promise<JudgePage> {
  const choices = modelChoices().map(({ connection, name }) => ({ connection, name }));
  return JudgePage.parse(await readJudgePage(actor, choices));
}

export { DELETE, OPTIONS, PATCH, PUT } from "../../no-such-method.ts";
