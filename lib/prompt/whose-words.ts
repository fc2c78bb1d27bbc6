/**
 * Whose words each kind of segment holds, and what follows from it for its messages: only ours may command. The compiler asks
 * about a new kind.
 */
import "server-only";
import { randomBytes } from "node:crypto";
import { closeData, markData, openData } from "../contracts/model/marked-data.ts";
import type { SegmentKind } from "../contracts/run/prompt-manifest.ts";
import { AppError } from "../errors/app-error.ts";
import type { ModelMessage } from "../llm/model-types.ts";

/**
 * - `ours`: written in this code or in the deployment's settings.
 * - `person`: what the person wrote, for this turn or for every answer.
 * - `exchange`: messages in their own roles: what the person said, what the model answered, what tools returned.
 * - `data`: everything else. The assembler puts it into messages of its own, between marks.
 */
type Words = "ours" | "person" | "exchange" | "data";

export const WHOSE_WORDS = {
  "system-prompt": "ours",
  // Descriptions and schemas; they stand beside the messages.
  "tool-schemas": "ours",
  "own-instructions": "person",
  "current-input": "person",
  "tool-history": "exchange",
  "rebuilt-conversation": "exchange",
  "run-scratchpad": "exchange",
  "visible-turn": "exchange",
  "attachment-reference": "data",
  "attachment-content": "data",
  "context-state": "data",
  "structured-facts": "data",
  "shared-context": "data",
  "step-result": "data",
  "judged-turn": "data",
} as const satisfies Record<SegmentKind, Words>;

const ROLES = {
  ours: ["system", "user"],
  person: ["user"],
  exchange: ["user", "assistant", "tool"],
  data: ["user"],
} as const satisfies Record<Words, readonly ModelMessage["role"][]>;

type RoleIn<Kind extends SegmentKind> = (typeof ROLES)[(typeof WHOSE_WORDS)[Kind]][number];

/** A message that may stand in a segment of the kind. */
export type MessageIn<Kind extends SegmentKind> = Extract<ModelMessage, { role: RoleIn<Kind> }>;

/**
 * The messages of a segment as they are sent. Data is always the content of a `user` message of its own, whatever role it was
 * given.
 *
 * @param mark of the call, see `drawMark`; without one, of a call from before there were marks, the messages as they are
 * @throws AppError `policy-violation` for a role that the kind may not have
 */
export function toSent(
  kind: SegmentKind,
  messages: readonly ModelMessage[],
  mark: string | undefined,
): readonly ModelMessage[] {
  if (mark === undefined) return messages;
  const words: Words = WHOSE_WORDS[kind];
  if (words === "data") return messages.map((message) => toData(message, mark));
  const roles: readonly ModelMessage["role"][] = ROLES[words];
  const wrong = messages.find(({ role }) => !roles.includes(role));
  if (wrong)
    throw new AppError("policy-violation", { detail: `${kind} in the role of ${wrong.role}` });
  return messages;
}

function toData({ content }: ModelMessage, mark: string): ModelMessage {
  if (!Array.isArray(content))
    return { role: "user", content: markData(typeof content === "string" ? content : "", mark) };
  const parts = content.filter((part) => part.type === "text" || part.type === "image_url");
  const [open, close] = [openData(mark), closeData(mark)];
  return {
    role: "user",
    content: [{ type: "text", text: open }, ...parts, { type: "text", text: close }],
  };
}

/**
 * Draws the mark of one call: 128 random bits. A mark that stands anywhere in the prompt is drawn again, so no text can end
 * its own data.
 */
export function drawMark(
  messages: readonly ModelMessage[],
  draw: () => string = () => randomBytes(16).toString("hex"),
): string {
  let mark = draw();
  while (messages.some((message) => holds(message, mark))) mark = draw();
  return mark;
}

/** Pictures are not searched: their bytes are no text. */
function holds(value: unknown, text: string, name = ""): boolean {
  if (typeof value === "string") return name !== "url" && value.includes(text);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, item]) => holds(item, text, key));
}
