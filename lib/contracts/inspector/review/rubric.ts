/** What a verdict is given by: criteria, each with a sentence for when to give what, and labels. A change is a new version. */
import * as z from "zod/mini";
import {
  RUBRIC_CRITERIA_MAX,
  RUBRIC_LABELS_MAX,
  RUBRIC_NAME_MAX_CHARS,
  RUBRIC_OPTIONS_MAX,
  RUBRIC_WHEN_MAX_CHARS,
} from "../../limits.ts";

/** What it is stored and exported by; it stays when the name changes. */
const id = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/));
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(RUBRIC_NAME_MAX_CHARS));
/** When to give it. */
const when = z.string().check(z.trim(), z.maxLength(RUBRIC_WHEN_MAX_CHARS));

/** 3 is the most severe. */
export const Severity = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type Severity = z.infer<typeof Severity>;

const common = { id, name, severity: Severity, required: z.boolean() };

const hasDistinct = <Item>(key: (item: Item) => unknown) =>
  z.refine<Item[]>((items) => new Set(items.map(key)).size === items.length);

const Step = z.strictObject({ value: z.int().check(z.minimum(0), z.maximum(100)), when });
const Option = z.strictObject({ value: id, name, when });

export const Criterion = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("pass"), ...common, pass: when, fail: when }),
  z.strictObject({
    kind: z.literal("scale"),
    ...common,
    steps: z.array(Step).check(
      z.minLength(2),
      z.maxLength(RUBRIC_OPTIONS_MAX),
      z.refine((steps) => steps.every(({ value }, at) => value > (steps[at - 1]?.value ?? -1))),
    ),
  }),
  z.strictObject({
    kind: z.literal("choice"),
    ...common,
    options: z.array(Option).check(
      z.minLength(2),
      z.maxLength(RUBRIC_OPTIONS_MAX),
      hasDistinct((option: { value: string }) => option.value),
    ),
  }),
  z.strictObject({ kind: z.literal("text"), ...common, when }),
]);
export type Criterion = z.infer<typeof Criterion>;

const Label = z.strictObject({ id, name, when });

export const Rubric = z.strictObject({
  criteria: z.array(Criterion).check(
    z.minLength(1),
    z.maxLength(RUBRIC_CRITERIA_MAX),
    hasDistinct((criterion: { id: string }) => criterion.id),
  ),
  labels: z.array(Label).check(
    z.maxLength(RUBRIC_LABELS_MAX),
    hasDistinct((label: { id: string }) => label.id),
  ),
});
export type Rubric = z.infer<typeof Rubric>;

export const VersionedRubric = z.extend(Rubric, { version: z.int().check(z.positive()) });
export type VersionedRubric = z.infer<typeof VersionedRubric>;

/** `GET /api/admin/review/rubric`: the newest version. */
export const ShownRubric = z.strictObject({
  rubric: VersionedRubric,
  /** Who made it, and when; null for the first version, which is part of the product. */
  madeBy: z.nullable(z.string()),
  at: z.nullable(z.iso.datetime()),
  /** Whether the operator may change it. */
  mayChange: z.boolean(),
});
export type ShownRubric = z.infer<typeof ShownRubric>;

/** Body of `POST /api/admin/review/rubric`. `from`: the version that was changed; another one may have come meanwhile. */
export const ChangeRubric = z.strictObject({ from: z.int(), rubric: Rubric });
export type ChangeRubric = z.infer<typeof ChangeRubric>;

/** One of the values that a criterion is answered by. @see optionsOf */
export type CriterionOption = {
  value: boolean | number | string;
  /** Null: a value of pass or fail, or of a scale, has no name of its own. */
  name: string | null;
  when: string;
};

/** The values to choose among, in the order of their digits; none for a text. */
export function optionsOf(criterion: Criterion): CriterionOption[] {
  if (criterion.kind === "pass")
    return [
      { value: true, name: null, when: criterion.pass },
      { value: false, name: null, when: criterion.fail },
    ];
  if (criterion.kind === "scale") return criterion.steps.map((step) => ({ ...step, name: null }));
  return criterion.kind === "choice" ? criterion.options : [];
}

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
