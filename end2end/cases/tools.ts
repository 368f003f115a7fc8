// What a case expects of tools/list.
import { type Exact, keys, member, stringOf } from '../support/exact.ts';

/** Keywords whose value is one schema, a list of schemas, or schemas by name. */
const ONE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems', 'additionalItems'];
const LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/** Walks every place where a schema stands. */
function* schemas(schema: Exact, path: string): Generator<[string, Exact]> {
  yield [path, schema];
  for (const key of keys(schema)) {
    const value = member(schema, key)!;
    if (ONE.includes(key)) yield* schemas(value, `${path}.${key}`);
    if (LIST.includes(key) && value.kind === 'array') for (const [index, item] of value.items.entries()) yield* schemas(item, `${path}.${key}[${index}]`);
    if (NAMED.includes(key) && value.kind === 'object') for (const [name, item] of value.entries) yield* schemas(item, `${path}.${key}.${name}`);
  }
}

/** What of `wanted` does not hold for the published tools. */
export function toolsFaults(wanted: Exact, result: Exact | undefined): string[] {
  const tools = member(result, 'tools');
  if (tools?.kind !== 'array' || tools.items.length === 0) return ['tools/list gave no tools'];
  const verdict: string[] = [];
  for (const key of keys(wanted)) {
    if (!['noBooleanSchema', 'noRef', 'descriptions'].includes(key)) verdict.push(`no such expectation: toolsList.${key}`);
  }
  for (const tool of tools.items) {
    const name = stringOf(member(tool, 'name')) ?? '?';
    if (member(wanted, 'descriptions') && !stringOf(member(tool, 'description'))?.trim()) verdict.push(`${name}: no description`);
    for (const part of ['inputSchema', 'outputSchema']) {
      const schema = member(tool, part);
      if (!schema) {
        verdict.push(`${name}: no ${part}`);
        continue;
      }
      for (const [path, found] of schemas(schema, `${name}.${part}`)) {
        if (member(wanted, 'noBooleanSchema') && found.kind === 'boolean') verdict.push(`${path}: a boolean where a schema belongs`);
        if (member(wanted, 'noRef') && keys(found).some((keyword) => keyword === '$ref' || keyword === '$dynamicRef')) verdict.push(`${path}: $ref`);
      }
    }
  }
  return verdict;
}
