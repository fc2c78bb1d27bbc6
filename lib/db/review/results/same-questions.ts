/** Which versions of the rubric ask the same by a criterion. */
import "server-only";
import {
  type Criterion,
  optionsOf,
  type VersionedRubric,
} from "../../../contracts/inspector/review/rubric.ts";

/** By criterion, the first of the versions that asks the same. */
export type Asked = Readonly<Record<string, number>>;

/** By version. The kind, the values, and when to give each make a question; its name does not. */
export function firstAsked(rubrics: readonly VersionedRubric[]): ReadonlyMap<number, Asked> {
  const firsts = new Map<string, number>();
  const inOrder = [...rubrics].sort((one, other) => one.version - other.version);
  return new Map(
    inOrder.map(({ version, criteria }) => {
      const asked = criteria.map((criterion) => {
        const definition = definitionOf(criterion);
        const first = firsts.get(definition) ?? version;
        firsts.set(definition, first);
        return [criterion.id, first] as const;
      });
      return [version, Object.fromEntries(asked)];
    }),
  );
}

const definitionOf = (criterion: Criterion) =>
  JSON.stringify([
    criterion.id,
    criterion.kind,
    criterion.kind === "text" ? criterion.when : null,
    optionsOf(criterion).map(({ value, name, when }) => [value, name, when]),
  ]);
