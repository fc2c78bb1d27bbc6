/** What is wrong with a connection, in one sentence that names the setting to correct. Never contains a key. */
import "server-only";
import type { ConnectionCheck } from "../../contracts/model/connection-check.ts";
import type { ModelConnection } from "../connections/model-connection.ts";
import { PROVIDER_PRESETS } from "../connections/provider-presets.ts";
import { judgeFailure } from "../failures/failure-table.ts";
import { refusalOfText } from "../failures/read-refusal.ts";
import type { Answered, ServerReply } from "./ask-server.ts";
import { findProtocol } from "./find-protocol.ts";
import { nearestNames } from "./model-names.ts";

type Failed = Exclude<ServerReply, { kind: "answered" }>;

const UNTRUSTED =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?)$/;

/** The host and port of a connection, as people know it. */
export const hostOf = ({ baseUrl }: Pick<ModelConnection, "baseUrl">) => new URL(baseUrl).host;

const unreachable = (sentence: string): ConnectionCheck => ({
  state: "unreachable",
  sentence,
});
export const failing = (sentence: string): ConnectionCheck => ({ state: "failing", sentence });

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
export async function nameNetworkProblem(
  connection: ModelConnection,
  reply: Failed,
  seconds: number,
): Promise<ConnectionCheck> {
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
  if (/header/i.test(words) && (code === "" || code === "ERR_INVALID_CHAR")) {
    return {
      state: "unauthorised",
      sentence: `The key in ${connection.keyName} cannot be sent: it contains a line break or a character that no key has.`,
    };
  }
  return (
    (await nameProtocol(connection)) ??
    unreachable(`${host} cannot be reached: ${words}${code ? ` (${code})` : ""}.`)
  );
}

/**
 * The protocol that an address speaks, if it is another one than the address says.
 * Advises http only where no key would travel unencrypted beyond this machine.
 */
export async function nameProtocol(connection: ModelConnection): Promise<ConnectionCheck | null> {
  const { baseUrl, setIn } = connection;
  const host = hostOf(connection);
  const isEncrypted = baseUrl.startsWith("https:");
  const spoken = await findProtocol(baseUrl);
  if (spoken === "h2" || spoken === "h2c") {
    return unreachable(
      `${host} speaks HTTP/2 only${spoken === "h2c" ? ", without encryption" : ""}. Let it speak HTTP/1.1, too, or put a proxy before it that does.`,
    );
  }
  if (spoken === "https" && !isEncrypted)
    return unreachable(`${host} speaks https only. Write https:// in ${setIn.address}.`);
  if (spoken !== "http" || !isEncrypted) return null;
  return unreachable(
    mayBePlain(connection)
      ? `${host} does not speak https. Write http:// in ${setIn.address}.`
      : `${host} does not speak https, and a key must not travel unencrypted. Give the server a certificate, or put a proxy with one before it.`,
  );
}

/** Nothing secret would travel unencrypted beyond this machine. */
function mayBePlain({ baseUrl, apiKey, headers }: ModelConnection): boolean {
  const { hostname } = new URL(baseUrl);
  const isHere = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  const hasKey = apiKey !== "" && apiKey !== "demo";
  return isHere || (!hasKey && Object.keys(headers).length === 0);
}

/** An answer that is no success. @returns null where the answer says nothing about address, key or account */
export function nameRefusal(connection: ModelConnection, reply: Answered): ConnectionCheck | null {
  const { status, words, location } = reply;
  const host = hostOf(connection);
  const { address: setting } = connection.setIn;
  if (status >= 300 && status < 400) {
    const target = plainAddress(location, connection);
    if (connection.baseUrl.startsWith("https:") && target.startsWith("http:")) {
      return unreachable(
        `${connection.baseUrl} redirects to ${target}, which is not encrypted, and redirects are not followed. Find the https address of the model server for ${setting}.`,
      );
    }
    return unreachable(
      `${connection.baseUrl} redirects to ${target}, and redirects are not followed. Set ${setting} to the address of the model server.`,
    );
  }
  const said = words === "" || reply.isPage ? `${status}` : `${status}: ${words}`;
  if (reply.isPage && status < 500) {
    return unreachable(
      `${connection.baseUrl} answers with a web page (${status}), not as a model server. A proxy may be in between, or ${setting} is the address of a web interface.`,
    );
  }
  if (status === 407) return unreachable(`A proxy before ${host} wants a password (${said}).`);
  const reason = reasonOf(reply);
  if (reason === "model-no-credit") {
    return failing(
      `The account of the key in ${connection.keyName} has no credit at ${host} (${said}).`,
    );
  }
  if (reason === "model-unauthorised") return nameKeyProblem(connection, status, said);
  if (MEMORY.test(words)) {
    return failing(
      `"${connection.model}" does not fit into the memory of ${host} (${said}). Choose a smaller model or a shorter context there.`,
    );
  }
  if (LOADING.test(words) || (status === 503 && !/overload|capacity|busy/i.test(words))) {
    return unreachable(
      `The server at ${host} is not ready yet (${said}). It may still be loading the model.`,
    );
  }
  if (status === 429 || reason === "model-busy") {
    return failing(
      status === 429
        ? `${host} limits how often the key in ${connection.keyName} may be used (${said}). Ask again later.`
        : `${host} has too much to do (${said}). Ask again later.`,
    );
  }
  return status >= 500 ? unreachable(`The server at ${host} fails (${said}).`) : null;
}

const LOADING = /\bloading\b|\bstarting\b|not ready|warming up/i;
const MEMORY =
  /out of (\w+ )?memory|\bOOM\b|more (system |gpu |video )?memory|insufficient (\w+ )?memory|not enough (\w+ )?memory|memory.{0,20}(exhausted|allocat)|failed to allocate/i;

/** Servers say a wrong key with other statuses, too: Google and xAI with 400, proxies with 404 or 500. */
const KEY_REFUSED =
  /\b(invalid|incorrect|wrong|missing|unknown|expired|revoked|malformed|not valid|no)\b.{0,20}\b(api.?key|access.?token|bearer|token provided|credentials?|authentication)|\b(api.?key|access.?token|credentials?)\b.{0,40}\b(invalid|incorrect|not (valid|found|recogni[sz]ed)|missing|required|expired|revoked|malformed)|unauthori[sz]ed|unauthenticated|authentication.{0,20}(fail|required|error)|invalid_api_key/i;

/** As a turn would see it, and a refused key by its words in whatever status. */
export function reasonOf({ status, coded }: Answered) {
  const { reason } = judgeFailure(status, refusalOfText(coded));
  const isOpen = reason !== "model-no-credit" && reason !== "request-too-long";
  return isOpen && status !== 429 && KEY_REFUSED.test(coded) ? "model-unauthorised" : reason;
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
    status === 403 && !KEY_REFUSED.test(said)
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
