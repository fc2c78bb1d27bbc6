/** What the check's completion shows: that a turn would work, or what is wrong, in one sentence. */
import "server-only";
import { CAPABILITY_TEXTS } from "../../contracts/inspector/capability-texts.ts";
import type { ConnectionCheck } from "../../contracts/model/connection-check.ts";
import { isRecord, parseJson } from "../../contracts/read-json.ts";
import { type ModelConnection, secretsOf } from "../connections/model-connection.ts";
import type { ModelResult } from "../model-types.ts";
import { type Answered, readWords } from "./ask-server.ts";
import { isListed } from "./model-names.ts";
import {
  failing,
  hostOf,
  nameMissingModel,
  nameNetworkProblem,
  nameNoServer,
  nameRefusal,
  reasonOf,
} from "./name-problem.ts";
import type { TriedTurn } from "./try-turn.ts";

const NOT_CHAT =
  /not a chat model|not support chat|not supported in the v1\/chat|cannot chat|chat.{0,20}not supported|only supports? embedding|embedding model|is not a (text )?generat|does not support generate/i;

type Listed = { names: readonly string[]; hasAnswered: boolean };

/** @param seconds how long the server was waited for */
export async function nameTried(
  connection: ModelConnection,
  { result, refused, withoutStream, reply }: TriedTurn,
  listed: Listed,
  seconds: number,
): Promise<ConnectionCheck> {
  if (result.ok) return nameAnswer(connection, result, { refused, withoutStream });
  if (reply.kind === "failed") return nameNetworkProblem(connection, reply, seconds);
  if (reply.kind === "silent") return nameSilence(connection, listed, seconds);
  const stated = statedError(reply, secretsOf(connection));
  if (reply.status === 200 && !stated) return nameUnread(connection, result, reply, seconds);
  return nameError(connection, stated ?? reply, listed);
}

function nameAnswer(
  connection: ModelConnection,
  { answer }: Extract<ModelResult, { ok: true }>,
  { refused, withoutStream }: Pick<TriedTurn, "refused" | "withoutStream">,
): ConnectionCheck {
  const { model } = connection;
  const host = hostOf(connection);
  if (answer.text.trim() === "" && answer.toolCalls.length === 0) {
    const said = answer.reasoning === "" ? "with nothing" : "with reasoning only";
    return failing(`"${model}" at ${host} answers ${said} (200, ${answer.finishReason}).`);
  }
  const parts = refused.map(
    ({ name, status }) => `${CAPABILITY_TEXTS[name].name()} (${status ?? "in the stream"})`,
  );
  const without = parts.length > 0 ? ` It refuses, and is asked without: ${parts.join(", ")}.` : "";
  const whole = withoutStream
    ? ` It answers only without a stream: with one it failed (${withoutStream.status ?? "no event came"}).`
    : "";
  return { state: "ok", sentence: `${host} answers and has "${model}".${without}${whole}` };
}

function nameSilence(
  connection: ModelConnection,
  { hasAnswered }: Listed,
  seconds: number,
): ConnectionCheck | Promise<ConnectionCheck> {
  if (!hasAnswered) return nameNetworkProblem(connection, { kind: "silent" }, seconds);
  return failing(
    `${hostOf(connection)} answers, but "${connection.model}" said nothing for ${seconds} s. It may have to be loaded first.`,
  );
}

/** An error that is said with the status 200, as a body or as an event, with the status that it names. */
function statedError(reply: Answered, secrets: readonly string[]): Answered | null {
  if (reply.status !== 200) return null;
  const bodies = [reply.body, ...eventsOf(reply.text)];
  const body = bodies.find((each) => isRecord(each) && each.error) as
    | { error: unknown }
    | undefined;
  if (!body) return null;
  const inner = isRecord(body.error) ? body.error : {};
  const named = [inner.status, inner.code].map(Number).find((code) => code >= 400 && code < 600);
  return { ...reply, ...readWords(body, "", secrets), status: named ?? 200 };
}

function eventsOf(text: string): unknown[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.startsWith("data:"))
    .map((line) => parseJson(line.slice("data:".length)));
}

const NOTHING = { reason: null, detail: "" };

/** The status says success, and no answer could be read. */
function nameUnread(
  connection: ModelConnection,
  result: ModelResult,
  reply: Answered,
  seconds: number,
): ConnectionCheck {
  if (reply.isPage) return nameRefusal(connection, reply) ?? nameNoServer(connection, reply);
  const at = `"${connection.model}" at ${hostOf(connection)}`;
  const { reason, detail } = result.ok || result.reason === "aborted" ? NOTHING : result;
  if (reason === "model-too-slow" || detail.startsWith("no sign of life"))
    return failing(`${at} began to answer (200) and then said nothing for ${seconds} s.`);
  if (reply.text.trim() === "") return failing(`${at} answers with nothing (200).`);
  if (reason === "model-cut-off" || /"choices"/.test(reply.text))
    return failing(`The answer of ${at} breaks off before its end (200).`);
  return nameNoServer(connection, reply);
}

function nameError(
  connection: ModelConnection,
  reply: Answered,
  { names }: Listed,
): ConnectionCheck {
  const { model, setIn } = connection;
  const { status, words, coded } = reply;
  const host = hostOf(connection);
  const reason = reasonOf(reply);
  if (/api-version/i.test(words)) return nameNoServer(connection, reply);
  if (NOT_CHAT.test(coded) && reason !== "model-unauthorised") {
    const sentence = `"${model}" at ${host} cannot chat (${status}: ${words}). Set ${setIn.model} to a chat model.`;
    return { state: "no-such-model", sentence };
  }
  if (reason === "model-missing" && isListed(model, names)) {
    const sentence = `${host} lists "${model}" and refuses it (${status}: ${words}). It may be closed to the key in ${connection.keyName}. Choose another in ${setIn.model}.`;
    return { state: "no-such-model", sentence };
  }
  if (reason === "model-missing" && (names.length > 0 || /model|deployment/i.test(coded)))
    return nameMissingModel(connection, names, words);
  const refusal = nameRefusal(connection, reply);
  if (refusal) return refusal;
  if (status === 404 || status === 405) return nameNoServer(connection, reply);
  if (names.length > 0 && !isListed(model, names))
    return nameMissingModel(connection, names, words);
  const said = words === "" ? `${status}` : `${status}: ${words}`;
  const sentence = `${host} refuses what a turn sends to "${model}" (${said}).`;
  return { state: "refused", sentence };
}
