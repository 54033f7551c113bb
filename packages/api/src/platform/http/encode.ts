import { z } from "zod";

type Encode = (value: unknown) => unknown;

const encoders = new WeakMap<z.ZodType, Encode>();

/**
 * Validates a value and encodes it for the wire, like the schema's own `encode`. Zod compiles
 * schemas only for decoding, so the schema is inverted and compiled when it is first used. A schema
 * with a part that cannot be inverted keeps its own `encode`.
 *
 * @throws z.ZodError when the value does not match the schema, which is a fault.
 */
export function encode(schema: z.ZodType, value: unknown): unknown {
  let encoder = encoders.get(schema);
  if (encoder === undefined) {
    const turned = turnedRound(schema);
    const compiled = turned === undefined ? undefined : z.compile(turned);
    encoder = (each) => (compiled === undefined ? schema.encode(each) : compiled.parse(each));
    encoders.set(schema, encoder);
  }
  return encoder(value);
}

/**
 * The inverse schema: its input is this schema's output, and vice versa.
 *
 * @returns undefined for a schema that is neither plain, nor made of objects, arrays and codecs.
 */
export function turnedRound(schema: z.core.$ZodType): z.ZodType | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (schema instanceof z.core.$ZodCodec) return turnedCodec(schema);
  // The types that are the same on both sides are used unchanged.
  if (sameBothWays.has(def.type)) return schema as z.ZodType;
  // Checks of a whole value apply to the decoded value, which is the other end of an inverted
  // schema.
  if (def.checks?.length) return undefined;
  if (def.type === "nullable") return turnedRound(def.innerType)?.nullable();
  if (def.type === "optional") return turnedRound(def.innerType)?.optional();
  if (def.type === "array") return turnedRound(def.element)?.array();
  return def.type === "object" ? turnedObject(def) : undefined;
}

const sameBothWays: ReadonlySet<string> = new Set([
  "string",
  "number",
  "boolean",
  "bigint",
  "date",
  "enum",
  "literal",
  "null",
  "unknown",
]);

function turnedCodec({ _zod: { def } }: z.core.$ZodCodec): z.ZodType | undefined {
  const [app, wire] = [turnedRound(def.out), turnedRound(def.in)];
  if (app === undefined || wire === undefined) return undefined;
  return app
    .check(...((def.checks ?? []) as z.core.$ZodCheck<unknown>[]))
    .transform((value, context) => def.reverseTransform(value, context))
    .pipe(wire);
}

function turnedObject(def: z.core.$ZodObjectDef): z.ZodType | undefined {
  const isStrict = def.catchall?._zod.def.type === "never";
  if (def.catchall !== undefined && !isStrict) return undefined;
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(def.shape)) {
    const turned = turnedRound(field);
    if (turned === undefined) return undefined;
    shape[name] = turned;
  }
  return isStrict ? z.strictObject(shape) : z.object(shape);
}
