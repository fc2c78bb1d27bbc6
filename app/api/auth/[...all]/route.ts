/** `POST /api/auth/sign-in/email`, `/sign-up/email`,`/sign-out`: the only authentication endpoints. */
import { respond } from "@/app/respond.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { answerSignIn, answerSignOut, answerSignUp } from "./answers.ts";

type Context = { params: Promise<{ all: string[] }> };

export function POST(request: Request, { params }: Context): Promise<Response> {
  return respond(async () => {
    switch ((await params).all.join("/")) {
      case "sign-in/email":
        return answerSignIn(request);
      case "sign-up/email":
        return answerSignUp(request);
      case "sign-out":
        return answerSignOut(request);
      default:
        throw new AppError("not-found");
    }
  });
}
