/** `GET`: the newest version of the rubric. `POST`: a new version of it (lib/contracts/inspector/review/rubric.ts). */
import { readBody } from "@/app/api/parse-request.ts";
import {
  ChangeRubric,
  ShownRubric,
  VersionedRubric,
} from "@/lib/contracts/inspector/review/rubric.ts";
import { changeRubric, readRubric } from "@/lib/db/review/judging/rubrics.ts";
import { RUBRIC_BODY_MAX_BYTES } from "@/lib/edge/limits.ts";
import { respondOperator } from "../../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperator(request, "review:judge", async (actor) =>
    ShownRubric.parse(await readRubric(actor)),
  );
}

export function POST(request: Request): Promise<Response> {
  return respondOperator(request, "review:manage", async (actor) => {
    const asked = await readBody(request, ChangeRubric, RUBRIC_BODY_MAX_BYTES);
    return VersionedRubric.parse(await changeRubric(actor, asked));
  });
}

export { DELETE, OPTIONS, PATCH, PUT } from "../../no-such-method.ts";
