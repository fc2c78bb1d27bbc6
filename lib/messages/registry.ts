const rules = new Intl.PluralRules("en");
export const plural = (_locale: string, count: unknown, _options: object) => rules.select(Number(count));
