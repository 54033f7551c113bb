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
    const inverse = inverted(schema);
    const compiled = inverse === undefined ? undefined : z.compile(inverse);
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
export function inverted(schema: z.core.$ZodType): z.ZodType | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (schema instanceof z.core.$ZodCodec) return invertedCodec(schema);
  // The types that are the same on both sides are used unchanged.
  if (sameBothWays.has(def.type)) return schema as z.ZodType;
  // Checks of a whole value apply to the decoded value, which is the other end of an inverted
  // schema.
  if (def.checks?.length) return undefined;
  if (def.type === "nullable") return inverted(def.innerType)?.nullable();
  if (def.type === "optional") return inverted(def.innerType)?.optional();
  if (def.type === "array") return inverted(def.element)?.array();
  return def.type === "object" ? invertedObject(def) : undefined;
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

function invertedCodec({ _zod: { def } }: z.core.$ZodCodec): z.ZodType | undefined {
  const [app, wire] = [inverted(def.out), inverted(def.in)];
  if (app === undefined || wire === undefined) return undefined;
  return app
    .check(...((def.checks ?? []) as z.core.$ZodCheck<unknown>[]))
    .transform((value, context) => def.reverseTransform(value, context))
    .pipe(wire);
}

function invertedObject(def: z.core.$ZodObjectDef): z.ZodType | undefined {
  const isStrict = def.catchall?._zod.def.type === "never";
  if (def.catchall !== undefined && !isStrict) return undefined;
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(def.shape)) {
    const inverse = inverted(field);
    if (inverse === undefined) return undefined;
    shape[name] = inverse;
  }
  return isStrict ? z.strictObject(shape) : z.object(shape);
}
