/** `POST /api/auth/…`: the only authentication endpoints. */
import { respond } from "@/app/respond.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import {
  answerConfirmEmail,
  answerForgotten,
  answerKeep,
  answerReset,
  answerSignIn,
  answerSignOut,
  answerSignUp,
  answerSignUpLink,
} from "./answers.ts";

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
