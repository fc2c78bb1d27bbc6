import "server-only";
/** Stores what a call for a title brought, with its cost, in one transaction. A person's own title is never replaced. */
import { sql } from "kysely";
import { TitleBy } from "../../contracts/public/organise/organise.ts";
import type { PromptManifest } from "../../contracts/run/prompt-manifest.ts";
import type { TitleOutcome } from "../../contracts/run/title-outcome.ts";
import { type DatabaseTransaction, kysely } from "../client.ts";
import { MODEL_NAME_MAX_CHARS } from "../limits.ts";
import { storableText } from "../storable-json.ts";

export type TitleCall = {
  runId: string;
  conversationId: string;
  userId: string;
  /** Under which name the cost is counted. */
  nodeId: string;
  /** Null: the first line stays. */
  title: string | null;
  /** Why there is no title, as a code. */
  reason: string | null;
  manifest: PromptManifest;
  startedAt: Date;
  model: string;
  inputTokens: number;
  outputTokens: number;
  isEstimated: boolean;
  /** In PRICE_CURRENCY; null where it is not known. */
  cost: number | null;
  durationMs: number;
};

const REFUSED = new Set(["no-words", "too-long", "hidden-name"]);

export async function recordTitleCall(call: TitleCall): Promise<TitleOutcome> {
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      const outcome = await setTitle(transaction, call);
      await transaction
        .insertInto("title_call")
        .values({
          run_id: call.runId,
          conversation_id: call.conversationId,
          started_at: call.startedAt,
          outcome,
          reason: call.reason,
          model: modelOf(call),
          manifest: JSON.stringify(call.manifest),
          input_tokens: call.inputTokens,
          output_tokens: call.outputTokens,
          cost: call.cost,
          duration_ms: Math.round(call.durationMs),
        })
        .execute();
      await addSpending(transaction, call);
      return outcome;
    });
}

async function setTitle(
  transaction: DatabaseTransaction,
  { conversationId, title, reason }: TitleCall,
): Promise<TitleOutcome> {
  if (title === null) return REFUSED.has(reason ?? "") ? "refused" : "failed";
  const titled = await transaction
    .updateTable("conversation")
    .set({ title: storableText(title), title_by: TitleBy.enum.model })
    .where("id", "=", conversationId)
    .where("title_by", "=", TitleBy.enum["first-line"])
    .where("deleted_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return titled ? "titled" : "kept";
}

async function addSpending(transaction: DatabaseTransaction, call: TitleCall): Promise<void> {
  const cost = call.cost ?? 0;
  const figures = {
    cost,
    estimated_cost: call.isEstimated ? cost : 0,
    calls: 1,
    unpriced_calls: call.cost === null ? 1 : 0,
    input_tokens: String(call.inputTokens),
    output_tokens: String(call.outputTokens),
  };
  const day = sql<Date>`(${call.startedAt}::timestamptz AT TIME ZONE 'UTC')::date`;
  await transaction
    .insertInto("spending")
    .values({
      user_id: call.userId,
      day,
      agent_id: call.nodeId,
      model: modelOf(call).replace(DATE, ""),
      ...figures,
    })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "day", "agent_id", "model"]).doUpdateSet(({ ref }) => ({
        cost: sql`${ref("spending.cost")} + ${ref("excluded.cost")}`,
        estimated_cost: sql`${ref("spending.estimated_cost")} + ${ref("excluded.estimated_cost")}`,
        calls: sql`${ref("spending.calls")} + ${ref("excluded.calls")}`,
        unpriced_calls: sql`${ref("spending.unpriced_calls")} + ${ref("excluded.unpriced_calls")}`,
        input_tokens: sql`${ref("spending.input_tokens")} + ${ref("excluded.input_tokens")}`,
        output_tokens: sql`${ref("spending.output_tokens")} + ${ref("excluded.output_tokens")}`,
      })),
    )
    .execute();
}

/** The date that providers add to a model's name. */
const DATE = /-20(?:\d{2}-\d{2}-\d{2}|\d{6})$/;

function modelOf({ model }: TitleCall): string {
  return storableText(model).slice(0, MODEL_NAME_MAX_CHARS);
}
