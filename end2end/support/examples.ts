// Requests that several specs make.

type Json = Record<string, unknown>;

/** The example of the product's first document, as given. */
export function northmark(): Json {
  return {
    message: 'Sync NorthMark Strategies from Apollo into Salesforce',
    columns: {
      sources: [
        { key: 'apollo', label: 'Apollo' },
        { key: 'crunchbase', label: 'Crunchbase' },
      ],
      current: { label: 'Salesforce' },
    },
    context: { objectType: 'Account', recordId: null, externalKey: '678cd3…' },
    requestedSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Name', default: 'NorthMark Strategies' },
        website: { type: 'string', format: 'uri', title: 'Website', default: 'https://www.northmarkstrategies.com/' },
        employeeCount: { type: 'integer', title: 'Number of Employees', default: 230 },
        institutionTypes: {
          type: 'array',
          title: 'Institution Types',
          items: { enum: ['Asset Manager', 'Private Equity', 'Hedge Fund', 'REIT'] },
          default: ['Asset Manager', 'Private Equity'],
        },
      },
      required: ['name'],
    },
    fields: {
      name: { sources: { apollo: 'NorthMark Strategies', crunchbase: 'NorthMark Strategies Inc.' }, current: null },
      website: { sources: { apollo: 'https://www.northmarkstrategies.com/' }, current: null },
      employeeCount: { sources: { apollo: 230 }, current: null },
      institutionTypes: { sources: { apollo: ['Asset Manager', 'Private Equity'] }, current: [], include: true },
    },
  };
}

/** A small proposal over these properties. */
export function proposal(properties: Json, { required, fields = {}, ...rest }: { required?: string[]; fields?: Json } & Json = {}): Json {
  return {
    message: 'Review one record',
    columns: { sources: [{ key: 'apollo', label: 'Apollo' }], current: { label: 'CRM' } },
    requestedSchema: { type: 'object', properties, ...(required ? { required } : {}) },
    fields,
    ...rest,
  };
}

/** Two rows: one whose Source and Current differ, one whose Source is empty. */
export function twoRows(): Json {
  return proposal(
    { name: { type: 'string', title: 'Name', default: 'Ann' }, seats: { type: 'integer', title: 'Seats', default: 5 } },
    { fields: { name: { sources: { apollo: 'Anna' }, current: 'Anne' }, seats: { sources: { apollo: null }, current: 5 } } },
  );
}

/** One row for every editor, each with a default that differs from Current but where the editor has none. */
export function everyEditor(): Json {
  return proposal(
    {
      line: { type: 'string', title: 'Line', maxLength: 40, default: 'one line' },
      long: { type: 'string', title: 'Long', maxLength: 500, default: 'two\nlines' },
      mail: { type: 'string', title: 'Mail', format: 'email', default: 'ada@example.com' },
      site: { type: 'string', title: 'Site', format: 'uri', default: 'https://example.com/' },
      day: { type: 'string', title: 'Day', format: 'date', default: '2024-03-10' },
      moment: { type: 'string', title: 'Moment', format: 'date-time', default: '2024-03-10T15:30:45.250+05:30' },
      count: { type: 'integer', title: 'Count', minimum: 0, default: 3 },
      ratio: { type: 'number', title: 'Ratio', default: 0.5 },
      flag: { type: 'boolean', title: 'Flag', default: false },
      answer: { type: 'boolean', title: 'Answer' },
      tier: { type: 'string', title: 'Tier', enum: ['gold', 'silver'], default: 'gold' },
      plan: { type: 'string', title: 'Plan', oneOf: [{ const: 'p1', title: 'Basic' }, { const: 'p2', title: 'Full' }] },
      grade: { type: 'string', title: 'Grade', enum: ['a', 'b'], enumNames: ['Alpha', 'Beta'], default: 'b' },
      tags: { type: 'array', title: 'Tags', items: { enum: ['red', 'green', 'blue'] }, default: ['blue', 'red'] },
      rights: {
        type: 'array',
        title: 'Rights',
        items: { anyOf: [{ const: 'r', title: 'Read' }, { const: 'w', title: 'Write' }] },
        maxItems: 2,
      },
    },
    { message: 'Every editor' },
  );
}
