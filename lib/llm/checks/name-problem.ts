/** What is wrong with a connection, in one sentence that names the setting to correct. Never contains a key. */
import "server-only";
import type { ConnectionCheck } from "../../contracts/model/connection-check.ts";
import type { ModelConnection } from "../connections/model-connection.ts";
import { PROVIDER_PRESETS } from "../connections/provider-presets.ts";
import { judgeFailure } from "../failures/failure-table.ts";
import { refusalOfText } from "../failures/read-refusal.ts";
import type { ServerReply } from "./ask-server.ts";
import { nearestNames } from "./model-names.ts";

type Failed = Exclude<ServerReply, { kind: "answered" }>;
export type Answered = Extract<ServerReply, { kind: "answered" }>;

const UNTRUSTED =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?)$/;

/** The host and port of a connection, as people know it. */
export const hostOf = ({ baseUrl }: Pick<ModelConnection, "baseUrl">) => new URL(baseUrl).host;

const unreachable = (sentence: string): ConnectionCheck => ({ state: "unreachable", sentence });

/** Parts of an address that are not sent, and may be secrets: they are not quoted. */
export function nameMisplaced({ baseUrl, setIn, keyName }: ModelConnection) {
  const { username, password, search } = new URL(baseUrl);
  if (username || password) {
    return unreachable(
      `${setIn.address} contains a user name or a password, which is not sent. Remove it; a key belongs in ${keyName}.`,
    );
  }
  if (search === "") return null;
  return unreachable(
    `${setIn.address} contains a query ("?…"), which does not belong there. Remove it, or give it as "query" in models.json.`,
  );
}

/** No answer came: the network, the name, or the encryption. */
export function nameNetworkProblem(
  connection: ModelConnection,
  reply: Failed,
  seconds: number,
): ConnectionCheck {
  const host = hostOf(connection);
  const { address: setting } = connection.setIn;
  if (reply.kind === "silent") {
    return unreachable(
      `${host} did not answer within ${seconds} s. Is ${setting} right, and is no firewall in between?`,
    );
  }
  const { code, words } = reply;
  if (code === "ECONNREFUSED") {
    return unreachable(
      `Nothing listens at ${host}. Start the model server, or correct the port in ${setting}.`,
    );
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    const { hostname } = new URL(connection.baseUrl);
    return unreachable(`No machine is known by the name ${hostname}. Correct it in ${setting}.`);
  }
  if (UNTRUSTED.test(code)) {
    return unreachable(
      `${host} has a certificate that this machine does not trust (${code}). Set NODE_EXTRA_CA_CERTS to the file of the authority that signed it.`,
    );
  }
  if (/^(CERT_|ERR_TLS_CERT_)/.test(code)) {
    return unreachable(`The certificate of ${host} is not valid for it (${code}: ${words}).`);
  }
  if (code.startsWith("ERR_SSL_") || code === "EPROTO") {
    return unreachable(`${host} does not speak https. Write http:// in ${setting}.`);
  }
  if (/header/i.test(words)) {
    return {
      state: "unauthorised",
      sentence: `The key in ${connection.keyName} cannot be sent: it contains a line break or a character that no key has.`,
    };
  }
  return unreachable(`${host} cannot be reached: ${words}${code ? ` (${code})` : ""}.`);
}

/** An answer that is no success. @returns null where the answer says nothing about address, key or account */
export function nameRefusal(connection: ModelConnection, reply: Answered): ConnectionCheck | null {
  const { status, words, location } = reply;
  const host = hostOf(connection);
  const { address: setting } = connection.setIn;
  if (status >= 300 && status < 400) {
    return unreachable(
      `${connection.baseUrl} redirects to ${plainAddress(location, connection)}, and redirects are not followed. Set ${setting} to the address of the model server.`,
    );
  }
  const said = words === "" || reply.isPage ? `${status}` : `${status}: ${words}`;
  if (status >= 500) {
    const loading = /load|starting|not ready/i.test(words);
    return unreachable(
      loading || status === 503
        ? `The server at ${host} is not ready yet (${said}). It may still be loading the model.`
        : `The server at ${host} fails (${said}).`,
    );
  }
  if (reply.isPage) {
    return unreachable(
      `${connection.baseUrl} answers with a web page (${status}), not as a model server. A proxy may be in between, or ${setting} is the address of a web interface.`,
    );
  }
  if (status === 407) return unreachable(`A proxy before ${host} wants a password (${said}).`);
  const { reason } = judgeFailure(status, refusalOfText(reply.coded));
  if (reason === "model-no-credit") {
    return {
      state: "not-checked",
      sentence: `The account of the key in ${connection.keyName} has no credit at ${host} (${said}).`,
    };
  }
  if (status === 429) {
    return {
      state: "not-checked",
      sentence: `${host} limits how often the key in ${connection.keyName} may be used (${said}). Ask again later.`,
    };
  }
  if (status === 401 || status === 403) return nameKeyProblem(connection, status, said);
  return null;
}

/** Prefixes by which keys of a provider are known. */
const KEY_SHAPES: readonly (readonly [RegExp, string])[] = [
  [/^sk-or-/, "OpenRouter"],
  [/^sk-ant-/, "Anthropic"],
  [/^sk-proj-|^sk-svcacct-/, "OpenAI"],
  [/^gsk_/, "Groq"],
  [/^AIza/, "Google"],
  [/^hf_/, "Hugging Face"],
  [/^xai-/, "xAI"],
];

function nameKeyProblem(
  { apiKey, keyName, provider, baseUrl }: ModelConnection,
  status: number,
  said: string,
): ConnectionCheck {
  const { host } = new URL(baseUrl);
  const say = (sentence: string): ConnectionCheck => ({ state: "unauthorised", sentence });
  // "demo" is the setting's default, not a key.
  if (apiKey === "" || apiKey === "demo") return say(`${host} wants a key. Set ${keyName}.`);
  if (/["'`]/.test(apiKey)) {
    return say(`${host} refuses the key in ${keyName} (${said}). It contains quotation marks.`);
  }
  if (/\s/.test(apiKey)) {
    return say(
      `${host} refuses the key in ${keyName} (${said}). It contains a space or a line break.`,
    );
  }
  const name = PROVIDER_PRESETS[provider].name;
  const other = KEY_SHAPES.find(([shape, owner]) => shape.test(apiKey) && owner !== name)?.[1];
  if (other) {
    return say(`${host} refuses the key in ${keyName} (${said}). It looks like a key of ${other}.`);
  }
  return say(
    status === 403
      ? `${host} does not let the key in ${keyName} do this (${said}). Its rights, or the country of this machine, may be the reason.`
      : `${host} refuses the key in ${keyName} (${said}).`,
  );
}

export function nameMissingModel(
  connection: ModelConnection,
  names: readonly string[],
  words: string,
): ConnectionCheck {
  const { model, provider } = connection;
  const where = `Correct ${connection.setIn.model}`;
  const nearest = nearestNames(model, names);
  const more = names.length > nearest.length ? `, and ${names.length - nearest.length} more` : "";
  const known = nearest.length > 0 ? ` It has ${nearest.join(", ")}${more}.` : "";
  const noun = provider === "azure" ? "deployment" : "model";
  const pull =
    provider === "ollama" || /\bpull/i.test(words) ? `, or run "ollama pull ${model}" there` : "";
  return {
    state: "no-such-model",
    sentence: `${hostOf(connection)} has no ${noun} "${model}".${known} ${where}${pull}.`,
  };
}

export function nameOtherAddress({ baseUrl, setIn }: ModelConnection, found: string) {
  return unreachable(
    `There is no model server at ${baseUrl}, but there is one at ${found}. Set ${setIn.address} to that.`,
  );
}

export function nameNoServer({ baseUrl, setIn, provider }: ModelConnection, reply: Answered) {
  const { status, words } = reply;
  if (/api-version/i.test(words)) {
    return unreachable(
      `${new URL(baseUrl).host} wants an api-version (${status}: ${words}). Set ${setIn.address} to https://RESOURCE.openai.azure.com/openai/v1, or give "query": {"api-version": …} in models.json.`,
    );
  }
  const hint = provider === "azure" ? " Azure's addresses end in /openai/v1." : "";
  return unreachable(
    `What answers at ${baseUrl} is no model server (${status}${words ? `: ${words}` : ""}). Correct ${setIn.address}.${hint}`,
  );
}

/** Without a query, which may hold secrets. */
function plainAddress(location: string | null, { baseUrl }: ModelConnection): string {
  if (location === null) return "nowhere";
  const url = URL.parse(location, baseUrl);
  return url ? `${url.origin}${url.pathname}` : "nowhere";
}
