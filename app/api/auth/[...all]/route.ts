/** `POST /api/auth/…`: the only authentication endpoints. */
import "server-only";
import { type RefusalCode, refusalOf } from "@/app/(auth)/refusal-texts.ts";
import { respond } from "@/app/respond.ts";
import { confirmByLink } from "@/lib/auth/account/change-email.ts";
import { keepOwnAccount } from "@/lib/auth/account/keep-account.ts";
import { SIGN_UP_WINDOW_S } from "@/lib/auth/limits.ts";
import { askReset, askSignUp, type LinkAsked } from "@/lib/auth/links/ask-link.ts";
import { resetByLink } from "@/lib/auth/links/reset-password.ts";
import { safeReturnPath } from "@/lib/auth/return-path.ts";
import { signIn } from "@/lib/auth/sign-in.ts";
import { signOut } from "@/lib/auth/sign-out.ts";
import { signUp } from "@/lib/auth/sign-up.ts";
import type { ApiError } from "@/lib/contracts/api-error.ts";
import { parseJson } from "@/lib/contracts/read-json.ts";
import { readBody } from "@/lib/edge/bodies/read-body.ts";
import { FORM_BODY_MAX_BYTES } from "@/lib/edge/limits.ts";
import { AppError } from "@/lib/errors/app-error.ts";

const NO_STORE = { "cache-control": "no-store" };

type Context = { params: Promise<{ all: string[] }> };

const ANSWERS: Record<string, (request: Request) => Promise<Response>> = {
  "sign-in/email": answerSignIn,
  "sign-up/email": answerSignUp,
  "sign-up/link": answerSignUpLink,
  "sign-out": answerSignOut,
  "password/forgotten": answerForgotten,
  "password/reset": answerReset,
  "email/confirm": answerConfirmEmail,
  "account/keep": answerKeep,
};

export function POST(request: Request, { params }: Context): Promise<Response> {
  return respond(async () => {
    const name = (await params).all.join("/");
    const answer = Object.hasOwn(ANSWERS, name) ? ANSWERS[name] : undefined;
    if (!answer) throw new AppError("not-found");
    return answer(request);
  });
}

// Responses of sign-in, sign-up, links and sign-out: JSON for our pages, a redirect for a plain form.

async function answerSignIn(request: Request): Promise<Response> {
  const fields = await readFields(request);
  const to = returnPathIn(fields);
  const outcome = await signIn(fields.values, request.headers);
  if (!outcome.ok) return refuse("sign-in", fields, "/sign-in", { to });
  return enter(outcome.isLeaving ? "/keep-account" : to, outcome.setCookies, fields);
}

/** Without a token and with confirmed addresses, an account begins with a link. */
async function answerSignUp(request: Request): Promise<Response> {
  const fields = await readFields(request);
  const to = returnPathIn(fields);
  const outcome = await signUp(fields.values, request.headers);
  if (outcome.ok) return enter(to, outcome.setCookies, fields);
  return refuse(outcome.reason, fields, "/sign-up", { to, ...tokenIn(fields) });
}

function answerSignUpLink(request: Request): Promise<Response> {
  return answerAsked(request, "/sign-up", askSignUp);
}

function answerForgotten(request: Request): Promise<Response> {
  return answerAsked(request, "/forgot-password", askReset);
}

async function answerReset(request: Request): Promise<Response> {
  const fields = await readFields(request);
  const outcome = await resetByLink(fields.values, request.headers);
  if (outcome.ok) return enter("/sign-in?changed=password", outcome.setCookies, fields);
  return refuse(outcome.reason, fields, "/reset-password", tokenIn(fields));
}

async function answerConfirmEmail(request: Request): Promise<Response> {
  const fields = await readFields(request);
  const outcome = await confirmByLink(fields.values);
  if (outcome.ok) return enter("/account?changed=email", [], fields);
  const code = outcome.reason === "taken" ? "confirm-taken" : "link";
  return refuse(code, fields, "/confirm-email", tokenIn(fields));
}

async function answerKeep(request: Request): Promise<Response> {
  const fields = await readFields(request);
  if (await keepOwnAccount(request.headers)) return enter("/", [], fields);
  return refuse("keep-over", fields, "/sign-in", {});
}

async function answerSignOut(request: Request): Promise<Response> {
  const isPlainForm = request.headers.get("content-type")?.includes("form") ?? false;
  return enter("/sign-in", await signOut(request.headers), { isPlainForm });
}

async function answerAsked(
  request: Request,
  page: string,
  ask: (input: unknown, headers: Headers) => Promise<LinkAsked>,
): Promise<Response> {
  const fields = await readFields(request);
  const outcome = await ask(fields.values, request.headers);
  if (outcome.ok) return enter(`${page}?sent=1`, [], fields);
  const { reason } = outcome;
  const code =
    ({ closed: "links-closed", busy: "links-busy" } as const)[reason as "busy"] ?? reason;
  return refuse(code, fields, page, {});
}

function returnPathIn({ values: { to } }: Fields): string {
  return safeReturnPath(typeof to === "string" ? to : null);
}

function tokenIn({ values: { token } }: Fields): Record<string, string> {
  return typeof token === "string" ? { token } : {};
}

function enter(to: string, setCookies: string[], form: Pick<Fields, "isPlainForm">): Response {
  const response = form.isPlainForm
    ? seeOther(to)
    : Response.json({ ok: true, to }, { headers: NO_STORE });
  for (const cookie of setCookies) response.headers.append("set-cookie", cookie);
  return response;
}

function seeOther(path: string): Response {
  return new Response(null, { status: 303, headers: { ...NO_STORE, location: path } });
}

/** @param query what a plain form comes back with, beside the code */
function refuse(
  code: RefusalCode,
  { isPlainForm }: Pick<Fields, "isPlainForm">,
  page: string,
  query: Record<string, string>,
): Response {
  if (isPlainForm) return seeOther(`${page}?${new URLSearchParams({ refused: code, ...query })}`);
  const { status, message } = refusalOf(code);
  const body: ApiError = { error: { code, message } };
  const headers = new Headers(NO_STORE);
  if (status === 429) headers.set("retry-after", String(SIGN_UP_WINDOW_S));
  return Response.json(body, { status, headers });
}

type Fields = {
  values: Record<string, unknown>;
  /** True for a plain form, which is answered with a page instead of JSON. */
  isPlainForm: boolean;
};

/**
 * Reads the fields of a small form, sent as JSON by our pages or as a plain form before they have loaded.
 * @throws AppError `invalid` for any other body, `body-too-large`
 */
async function readFields(request: Request): Promise<Fields> {
  const text = new TextDecoder().decode(await readBody(request, FORM_BODY_MAX_BYTES));
  const type = request.headers.get("content-type") ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) {
    return { values: Object.fromEntries(new URLSearchParams(text)), isPlainForm: true };
  }
  const values = parseJson(text);
  if (typeof values !== "object" || values === null) throw new AppError("invalid");
  return { values: { ...values }, isPlainForm: false };
}
