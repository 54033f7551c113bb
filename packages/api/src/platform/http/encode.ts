import { z } from "zod";

type Encode = (value: unknown) => unknown;

const encoders = new WeakMap<z.ZodType, Encode>();

/**
 * What a schema makes of a value for the wire: checked, and in the wire's types, as by its own `encode`. Zod compiles
 * schemas for one direction alone, from the wire, so the schema is turned round and compiled when a response of its
 * kind is first sent, and keeps its own `encode` where it has a part that cannot be turned.
 *
 * @throws z.ZodError when the value is off the schema, which is a fault of ours.
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
 * The schema that takes what this one gives, and gives what this one takes.
 *
 * @returns undefined for what is neither plain, nor made of objects, arrays and codecs.
 */
export function turnedRound(schema: z.core.$ZodType): z.ZodType | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (schema instanceof z.core.$ZodCodec) return turnedCodec(schema);
  // The app's own kinds are taken as they are.
  if (sameBothWays.has(def.type)) return schema as z.ZodType;
  // What is checked of the whole is checked of the app's values, which are at the other end once it is turned.
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
