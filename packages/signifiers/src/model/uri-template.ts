/** An expression of a template of an address (RFC 6570): its mark (`''`, `+`, `#`, `.`, `/`, `;`, `?` or `&`) and the names in it. */
export interface TemplateExpression {
  mark: string;
  names: string[];
}

const expression = /\{([?&+#./;]?)([^{}]+)\}/g;

const parsed = (mark: string, list: string): TemplateExpression => ({
  mark,
  names: list.split(',').map((name) => name.replace(/(\*|:\d+)$/, '')),
});

/** The expressions of a template, in their order. */
export const expressionsOf = (template: string): TemplateExpression[] =>
  [...template.matchAll(expression)].map(([, mark = '', list = '']) => parsed(mark, list));

/** Whether the variables of an expression are members of the query; otherwise they are parts of the path. */
export const isOfQuery = ({ mark }: TemplateExpression): boolean => mark === '?' || mark === '&';

/** The template with each expression replaced. */
export const fillTemplate = (template: string, fill: (one: TemplateExpression) => string): string =>
  template.replace(expression, (_, mark: string, list: string) => fill(parsed(mark, list)));
