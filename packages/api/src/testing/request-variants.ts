import type { Endpoint } from "@kontor/contract/endpoint";
import fc from "fast-check";
import { z } from "zod";

/** JSON that JSON.stringify would not write, such as a number that no float can hold. */
class RawJson {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

/** Bad text from users and programs: malformed, very long, or with markup and code. */
const texts: readonly string[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "x\udfffy",
  "\u202eevil",
  "👩‍👩‍👧‍👦",
  "e\u0301".repeat(60),
  "a".repeat(5000),
  "<p>".repeat(6000),
  "<".repeat(200_000),
  "'; drop table entries; --",
  "%",
  "\\",
  "_%\\",
  "__proto__",
  "constructor",
  "null",
  "NaN",
  "1e308",
  "-0",
  "0x10",
  "12,50",
  "1.005",
  "١٢٣",
  "0.00",
  "-1.00",
  "0.01",
  "9999999999999.99",
  "10000000000000.00",
  "10000000000000.01",
  "999999999999999.99",
  "9223372036854775808",
  "2147483648",
  "9999999999999999",
  "0000-00-00",
  "1900-01-01",
  "2026-02-30",
  "9999-12-31",
  "10000-01-01",
  "-0044-03-15",
  "infinity",
  "2026-03-09T00:00:00Z",
  "<script>alert(1)</script>",
  '<p onclick="x()">a</p><a href="javascript:x()">b</a>',
  "<p>&#0;&#xd800;&#x110000;&bogus;\ud800</p>",
  "<p>{{company_name}} {{nothing}} {{</p>",
  "x\r\nBcc: everybody@example.com",
  "a@b@c",
  "ünïcode@exämple.com",
  "..",
];

const numbers: readonly unknown[] = [
  0,
  1,
  -1,
  1.5,
  32_768,
  2_147_483_647,
  2_147_483_648,
  2 ** 53 - 1,
  2 ** 53,
  new RawJson("9999999999999999"),
  1e308,
  new RawJson("-0"),
  new RawJson("1e400"),
  new RawJson("9223372036854775808"),
  new RawJson("1.0000000000000000001"),
];

const shapes: readonly unknown[] = [
  null,
  true,
  [],
  {},
  [[]],
  [null],
  [1, "a", {}],
  { length: 3 },
  new RawJson('{"constructor":{"prototype":{"x":1}}}'),
  new RawJson(`${"[".repeat(20_000)}${"]".repeat(20_000)}`),
];

const values = [...texts, ...numbers, ...shapes];

/** One request: its path parameters, its query string, and its body as fields and as JSON. */
export type RequestVariant = {
  params: Readonly<Record<string, string>>;
  query: string;
  fields: Readonly<Record<string, unknown>>;
  body: string | undefined;
};

/** A valid value for a field, so that a missing field does not hide the invalid one. */
export type ValidValue = (name: string) => unknown;

/** The number of requests that the schemas accept, and of those that they refuse. */
export type VariantCounts = { accepted: number; refused: number };

/**
 * Requests to an endpoint, derived from its schemas: valid except in one place, each place with
 * each unusual value, and some with several generated places. They are the same in every run. They
 * are sampled evenly from all possible ones; the others are not even built, which would take longer
 * than sending these.
 *
 * @returns at most the given number of requests that the schemas accept, and so reach the feature
 * and the database, and of those that they refuse.
 */
export function requestVariants(
  endpoint: Endpoint,
  validValue: ValidValue,
  most: VariantCounts,
): RequestVariant[] {
  const right = {
    params: validFields(endpoint.params, validValue),
    query: validFields(endpoint.query, validValue),
    body: validFields(endpoint.body, validValue),
  };
  const hasBody = endpoint.method !== "GET";
  const request = (given: Partial<Parts>, whole?: unknown): RequestVariant => {
    const { params, query, body } = { ...right, ...given };
    return {
      params: Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, text(value)]),
      ),
      query: queryOf(query),
      fields: body,
      body: hasBody ? jsonOf(whole === undefined ? body : whole) : undefined,
    };
  };
  const all = [
    () => request({}),
    ...variantsOf(right.params).map((params) => () => request({ params })),
    ...variantsOf(right.query).map((query) => () => request({ query })),
    ...(hasBody ? variantsOf(right.body).map((body) => () => request({ body })) : []),
    ...(hasBody ? values.map((value) => () => request({}, value ?? null)) : []),
    ...generatedVariants(right).map((given) => () => request(given)),
    ...queryTails.map((tail) => () => ({ ...request({}), query: queryOf(right.query) + tail })),
  ];
  const chosen = new Map<string, RequestVariant>();
  const missing = { ...most };
  for (const write of spreadEvenly(all)) {
    const variant = write();
    const kind = passes(endpoint, variant) ? "accepted" : "refused";
    if (missing[kind] === 0) continue;
    const key = JSON.stringify(variant);
    if (chosen.has(key)) continue;
    chosen.set(key, variant);
    missing[kind] -= 1;
    if (missing.accepted === 0 && missing.refused === 0) break;
  }
  return [...chosen.values()];
}

/** All items, in an order in which every prefix is spread over the whole list. */
function* spreadEvenly<Item>(items: readonly Item[]): Generator<Item> {
  const { length } = items;
  // Steps by the golden section spread most evenly; a step without a common divisor reaches every
  // item.
  let leap = Math.max(1, Math.round(length * 0.618));
  while (commonDivisor(leap, length) > 1) leap += 1;
  for (let count = 0, at = 0; count < length; count++, at = (at + leap) % length) {
    yield items[at] as Item;
  }
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}

const queryTails = ["&unknown=1", "&__proto__=1", "&%zz=%", "&=&&", "&page[]=1", "&page=1&page=2"];

type Fields = Readonly<Record<string, unknown>>;
type Parts = { params: Fields; query: Fields; body: Fields };

/** Several places at once, and missing or unknown fields. */
function generatedVariants({ params, query, body }: Parts): Parts[] {
  const loose = fc.record({
    params: withWrong(params),
    query: fc.tuple(withWrong(query), fc.subarray(Object.keys(query)), unknownFields),
    body: fc.tuple(withWrong(body), fc.subarray(Object.keys(body)), unknownFields),
  });
  return fc.sample(loose, { numRuns: 60, seed: 20_260_310 }).map((given) => ({
    params: given.params,
    query: thinned(given.query),
    body: thinned(given.body),
  }));
}

const unknownFields = fc.constantFrom<Fields>(
  {},
  {},
  {},
  { unknown_field: 1 },
  { "": null },
  { toString: "x" },
);

function withWrong(fields: Fields): fc.Arbitrary<Fields> {
  const names = Object.keys(fields);
  if (names.length === 0) return fc.constant({});
  const value = fc.oneof(fc.constantFrom(...values), fc.jsonValue({ maxDepth: 3 }));
  return fc
    .dictionary(fc.constantFrom(...names), value, { maxKeys: 3 })
    .map((wrong) => ({ ...fields, ...wrong }));
}

function thinned([fields, dropped, more]: [Fields, string[], Fields]): Fields {
  const remaining = Object.entries(fields).filter(([name]) => !dropped.includes(name));
  return { ...Object.fromEntries(remaining), ...more };
}

function validFields(
  schema: z.ZodType | undefined,
  validValue: ValidValue,
): Record<string, unknown> {
  if (schema === undefined) return {};
  const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const pairs = Object.keys(properties).map((name) => [name, validValue(name)] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

/** The same value with each of its places, however deep, replaced by each unusual value. */
function variantsOf<Value>(value: Value): Value[] {
  const variants: unknown[] = [];
  const visit = (node: unknown, put: (replacement: unknown) => unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [key, child] of Object.entries(node)) {
      const putChild = (replacement: unknown): unknown =>
        put(
          Array.isArray(node)
            ? node.with(Number(key), replacement)
            : { ...node, [key]: replacement },
        );
      variants.push(...values.map(putChild));
      visit(child, putChild);
    }
  };
  visit(value, (replacement) => replacement);
  return variants as Value[];
}

function passes(endpoint: Endpoint, { params, query, body }: RequestVariant): boolean {
  const search = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = search.get(name);
    search.set(name, before === undefined ? value : [before, value].flat());
  }
  return (
    fits(endpoint.params, params) &&
    fits(endpoint.query, Object.fromEntries(search)) &&
    fits(endpoint.body, body === undefined ? {} : JSON.parse(body))
  );
}

function fits(schema: z.ZodType | undefined, value: unknown): boolean {
  return schema === undefined || schema.safeParse(value).success;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : jsonOf(value).slice(0, 500);
}

function queryOf(fields: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(fields).map(([name, value]) => [name, text(value)]);
  return new URLSearchParams(pairs).toString();
}

/** JSON text with the raw pieces in it. */
function jsonOf(value: unknown): string {
  const pieces: string[] = [];
  const json = JSON.stringify(value, (_key, part: unknown) =>
    part instanceof RawJson ? `@raw ${pieces.push(part.json)}@` : part,
  );
  return json.replaceAll(
    /"@raw (\d+)@"/g,
    (_whole, place: string) => pieces[Number(place) - 1] ?? "",
  );
}
