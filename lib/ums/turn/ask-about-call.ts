/** The question for approval of a call, with the name of the person whom it concerns. */
import "server-only";
import {
  NewUmsPerson,
  type UmsPerson,
  type UmsPersonChange,
  UpdatePerson,
} from "../../contracts/ums/ums-person.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import * as text from "../../messages/answers.ts";
import type { Directory } from "../directory.ts";
import { DeletePerson } from "../tools/change-people.ts";
import { noSuchPerson } from "../tools/tool-defaults.ts";

export type AskedAbout =
  /** `about`: names and addresses of the person whom it concerns. */
  | { ok: true; question: string; about: readonly string[] }
  /** The call is invalid. `repair` tells the model how to correct it. */
  | { ok: false; repair: string };

export async function askAboutCall(
  directory: Directory,
  tool: string,
  args: unknown,
): Promise<AskedAbout> {
  const asked = await askOf(directory, tool, args);
  // The question is stored and sent to the caller, as a result is.
  return asked.ok ? { ...asked, question: sanitise(asked.question).value } : asked;
}

async function askOf(directory: Directory, tool: string, args: unknown): Promise<AskedAbout> {
  // A pending call is stored and run unchanged, so it may not contain a secret.
  if (sanitise(args).redactions > 0)
    return { ok: false, repair: "Leave secrets out of this call." };
  if (tool === "delete_person") {
    const call = DeletePerson.safeParse(args);
    if (!call.success) return { ok: false, repair: "The arguments do not fit: an id is needed." };
    return askAbout(directory, call.data.id, (person) =>
      text.deletePerson({ person: nameOf(person) }),
    );
  }
  if (tool === "update_person") {
    const call = UpdatePerson.safeParse(args);
    if (!call.success) return { ok: false, repair: "The arguments do not fit the schema." };
    const { id, ...change } = call.data;
    return askAbout(directory, id, (person) => askChange(person, change));
  }
  const created = NewUmsPerson.safeParse(args);
  if (tool === "create_person" && created.success) {
    const { name, email, department, city } = created.data;
    return { ok: true, question: text.addPerson({ name, email, department, city }), about: [] };
  }
  return { ok: true, question: text.lookUp(), about: [] };
}

async function askAbout(
  directory: Directory,
  id: string,
  ask: (person: UmsPerson) => string,
): Promise<AskedAbout> {
  const person = await directory.get(id);
  if (!person) return { ok: false, repair: noSuchPerson(id) };
  return { ok: true, question: ask(person), about: [person.name, person.email] };
}

function nameOf({ name, email }: UmsPerson): string {
  return `${name} (${email})`;
}

const FIELDS = {
  name: text.fieldName,
  email: text.fieldEmail,
  department: text.fieldDepartment,
  city: text.fieldCity,
  joined: text.fieldJoined,
} as const;

function askChange(person: UmsPerson, change: UmsPersonChange): string {
  const changes = Object.entries(FIELDS).flatMap(([key, label]) => {
    const field = key as keyof typeof FIELDS;
    const after = change[field];
    if (after === undefined) return [];
    return [text.changedField({ field: label(), before: person[field], after })];
  });
  return text.changePerson({ person: nameOf(person), changes: changes.join(", ") });
}
