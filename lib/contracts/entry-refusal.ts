/** Why a form of sign-in, sign-up or a link was refused: a code, and a sentence for the person. */
export type EntryRefusal = { code: string; message: string };

/** The field that a refusal belongs to: the end of its code, as in `common-password`. */
export function fieldOfRefusal(refusal: EntryRefusal | null): string | null {
  return /(?:^|-)(name|email|password)$/.exec(refusal?.code ?? "")?.[1] ?? null;
}
