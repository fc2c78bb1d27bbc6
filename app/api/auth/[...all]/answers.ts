import "server-only";
/** Responses of sign-in, sign-up and sign-out: JSON for our pages, a redirect for a plain form. */
import { SIGN_UP_REFUSALS, signInRefusal } from "@/app/(auth)/refusal-texts.ts";
import { SIGN_UP_WINDOW_S } from "@/lib/auth/limits.ts";
import { safeReturnPath } from "@/lib/auth/return-path.ts";
import { signIn } from "@/lib/auth/sign-in.ts";
import { signOut } from "@/lib/auth/sign-out.ts";
import { signUp } from "@/lib/auth/sign-up.ts";
import type { ApiError } from "@/lib/contracts/api-error.ts";
import { readFields } from "./read-fields.ts";

const NO_STORE = { "cache-control": "no-store" };

export async function answerSignIn(request: Request): Promise<Response> {
  const { values, isPlainForm } = await readFields(request);
  const to = safeReturnPath(typeof values.to === "string" ? values.to : null);
  const outcome = await signIn(values, request.headers);
  if (outcome.ok) return enter(to, outcome.setCookies, isPlainForm);
  if (isPlainForm) return seeOther(`/sign-in?refused=1&to=${encodeURIComponent(to)}`);
  return refuse(401, "sign-in-refused", signInRefusal());
}

export async function answerSignUp(request: Request): Promise<Response> {
  const { values, isPlainForm } = await readFields(request);
  const to = safeReturnPath(typeof values.to === "string" ? values.to : null);
  const outcome = await signUp(values, request.headers);
  if (outcome.ok) return enter(to, outcome.setCookies, isPlainForm);
  const { reason } = outcome;
  if (isPlainForm) return seeOther(`/sign-up?refused=${reason}&to=${encodeURIComponent(to)}`);
  const status = { closed: 403, busy: 429, taken: 409, name: 400, email: 400, password: 400 }[
    reason
  ];
  return refuse(status, `sign-up-${reason}`, SIGN_UP_REFUSALS[reason]());
}

export async function answerSignOut(request: Request): Promise<Response> {
  const isPlainForm = request.headers.get("content-type")?.includes("form") ?? false;
  return enter("/sign-in", await signOut(request.headers), isPlainForm);
}

function enter(to: string, setCookies: string[], isPlainForm: boolean): Response {
  const response = isPlainForm
    ? seeOther(to)
    : Response.json({ ok: true, to }, { headers: NO_STORE });
  for (const cookie of setCookies) response.headers.append("set-cookie", cookie);
  return response;
}

function seeOther(path: string): Response {
  return new Response(null, { status: 303, headers: { ...NO_STORE, location: path } });
}

function refuse(status: number, code: string, message: string): Response {
  const body: ApiError = { error: { code, message } };
  const headers = new Headers(NO_STORE);
  if (status === 429) headers.set("retry-after", String(SIGN_UP_WINDOW_S));
  return Response.json(body, { status, headers });
}
