/** Stores a verdict. Its words are masked before, and those for the person are compared with what their run hides. */
import "server-only";
import { randomUUID } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import type {
  Answers,
  NewVerdict,
  VerdictDraft,
} from "../../contracts/inspector/review/verdict.ts";
import { isRecord, parseJson } from "../../contracts/read-json.ts";
import {
  type Judging,
  readSidesOfRun,
  type SidesOfRun,
  storeVerdict,
} from "../../db/review/judge-case.ts";
import { keepDraft } from "../../db/review/take-case.ts";
import { RunGlass } from "../../glass/run-glass.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { partLeftOut } from "../../messages/answers.ts";

/** @throws AppError `forbidden` without `review:judge`, `case-left`, `invalid`, `rubric-changed`, `audit-unavailable` */
export async function judgeCase(
  actor: Actor,
  runId: string,
  verdict: NewVerdict,
  judging: Judging = "judge",
): Promise<void> {
  const sides = await readSidesOfRun(actor, runId, judging);
  const clean = maskWords(verdict);
  await storeVerdict(actor, runId, { ...clean, told: tellable(clean.told, sides) }, judging);
}

/** @returns until when the reviewer has the case @throws AppError `forbidden` without `review:judge`, `case-left` */
export function keepMaskedDraft(actor: Actor, runId: string, draft: VerdictDraft): Promise<Date> {
  return keepDraft(actor, runId, maskWords(draft));
}

const mask = (words: string): string => sanitise(words).value;

/** Each text on its own: a name of a criterion says nothing of the words below it. */
function maskWords<Words extends NewVerdict | VerdictDraft>(words: Words): Words {
  const answers: Answers = Object.fromEntries(
    Object.entries(words.answers).map(([id, value]) => [
      id,
      typeof value === "string" ? mask(value) : value,
    ]),
  );
  const marks = words.marks.map((mark) => ({ ...mark, note: mask(mark.note) }));
  return { ...words, told: mask(words.told), note: mask(words.note), answers, marks };
}

/** Without what the run hides from its person, whatever the setting for answers is: a person wrote this. */
export function tellable(words: string, { hidden, shown }: SidesOfRun): string {
  const glass = new RunGlass("cut", partLeftOut(), () => undefined);
  const texts: string[] = [];
  for (const payload of hidden) {
    for (const [name, text] of textsIn(parseJson(payload))) {
      if (IDS.has(name)) glass.hideId(name, text);
      else if (NAMES.has(name)) glass.hideName(name, text);
      else texts.push(text);
    }
  }
  glass.hide("log", randomUUID(), () => texts);
  for (const text of shown) glass.show(text);
  return glass.pass(words);
}

const IDS = new Set(["hopRef", "parentRef", "toolCallId"]);
const NAMES = new Set(["tool", "agentId"]);

/** Every text of a value, with the name of the field that it stands in. */
function* textsIn(value: unknown, name = ""): Generator<[name: string, text: string]> {
  if (typeof value === "string") yield [name, value];
  else if (Array.isArray(value)) for (const each of value) yield* textsIn(each, name);
  else if (isRecord(value))
    for (const [key, each] of Object.entries(value)) yield* textsIn(each, key);
}
