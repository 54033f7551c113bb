import { z } from "zod";

/**
 * The address of a server, with user and password in it. Its parser and the drivers refuse reserved
 * characters there, and their errors neither name the variable nor come before the first use.
 */
const urlSchema = (scheme: RegExp, sentence: string) =>
  z.string().regex(scheme, { error: sentence, abort: true }).refine(isParsableUrl, {
    error: "write a reserved character in a name or password as %23 (#), %2F (/), …",
    abort: true,
  });

/** Without a name, each login would connect to a database with its own name. */
const databaseUrlSchema = urlSchema(
  /^postgres(ql)?:\/\//,
  "give a URL that begins with postgres://",
).refine(
  (text) => new URL(text).pathname.length > 1,
  "name the database at the end, such as postgres://kontor:password@127.0.0.1/kontor",
);

/** The longest retention period in days: a century. The database knows no date before 4713 BC. */
const maxRetentionDays = 36_525;

/** A whole number in plain digits; `Number` would also read a space as 0, and `0x10` as 16. */
const wholeNumber = (min: number, max: number) => {
  const sentence = `give a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, { error: sentence, abort: true })
    .transform(Number)
    .refine((value) => value >= min && value <= max, sentence);
};

const port = wholeNumber(0, 65_535);

const secretKeySchema = z.string().regex(/^[0-9a-fA-F]{64}$/, "give 64 hex digits (32 bytes)");

/** `name@host`, or `Name <name@host>`. */
const senderPattern = /^(?:[^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

const schema = z.object({
  NODE_ENV: z
    .enum(["development", "production", "test"], { error: "give production or development" })
    .default("development"),
  PORT: port.default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATABASE_URL: databaseUrlSchema.optional(),
  DATABASE_REQUESTS_URL: databaseUrlSchema.optional(),
  KONTOR_REPLICA_URL: databaseUrlSchema.optional(),
  KONTOR_DATA: z.string().min(1).default(".data"),
  KONTOR_PUBLIC_URL: z.url({ protocol: /^https?$/, error: "give an http or https URL" }).optional(),
  KONTOR_SECRET_KEY: secretKeySchema.optional(),
  KONTOR_SECRET_KEY_OLD: secretKeySchema.optional(),
  KONTOR_KEEP_MAILS_DAYS: wholeNumber(1, maxRetentionDays).default(180),
  KONTOR_KEEP_IMPORTS_DAYS: wholeNumber(1, maxRetentionDays).default(30),
  KONTOR_KEEP_AUDIT_DAYS: wholeNumber(365, maxRetentionDays).default(2192),
  KONTOR_KEEP_EMPLOYEES_YEARS: wholeNumber(6, 100).default(6),
  KONTOR_REQUESTS_PER_MINUTE: wholeNumber(60, 100_000_000).default(6000),
  KONTOR_TRUST_PROXY: z
    .string()
    .regex(/^(true|false|[0-9])$/, "give true, false, or how many proxies stand in front")
    .default("false"),
  SMTP_URL: urlSchema(/^smtps?:\/\//, "give a URL that begins with smtp:// or smtps://").optional(),
  MAIL_FROM: z
    .string()
    .regex(senderPattern, "give an address, such as Kontor <no-reply@example.com>")
    .optional(),
  KONTOR_POSTGRES_TOOLS: z.string().min(1).optional(),
  PATH: z.string().optional(),
  KONTOR_METRICS_PORT: port.optional(),
  KONTOR_METRICS_HOST: z.string().min(1).default("127.0.0.1"),
  KONTOR_DEMO: z.enum(["0", "1", "brief"], { error: "give 1, brief or 0" }).optional(),
  KONTOR_STOP_PAUSE: wholeNumber(0, 300).optional(),
  LOG_LEVEL: z.enum(logLevels, { error: `give one of ${logLevels.join(", ")}` }).optional(),
});

type Values = z.output<typeof schema>;

export type Environment = {
  mode: "development" | "production" | "test";
  port: number;
  host: string;
  /** Connects as the owner, for migrations. Unset: the embedded server is started. */
  databaseUrl: string | undefined;
  /**
   * Connects for requests, for example through a pooler. Unset: the owner's server, with a login
   * that the owner creates.
   */
  databaseRequestsUrl: string | undefined;
  /** A replica of that server, from which exports are read, or undefined. */
  replicaUrl: string | undefined;
  dataFolder: string;
  /** The public address of the web application, without a trailing slash; used in mails. */
  publicUrl: string | undefined;
  /** 32 bytes in hex that encrypt secrets at rest. */
  secretKey: string | undefined;
  /** The previous key, which only decrypts, while everything is being re-encrypted. */
  oldSecretKey: string | undefined;
  /**
   * Retention periods: sent mails, finished imports and the audit log in days; records of former
   * employees in years after the year of their last pay.
   */
  keep: { mails: number; imports: number; audit: number; employeeYears: number };
  /** The maximum number of requests of one address per minute, reading and writing together. */
  requestsPerMinute: number;
  /**
   * The number of proxies in front, each of which adds the address that it saw to X-Forwarded-For.
   * Addresses before those may be forged and are ignored.
   */
  trustedProxies: number;
  /** Unset: mails stay in the outbox. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** The folder of the PostgreSQL programs for backup and restore. */
  postgresTools: { folder: string | undefined; path: string | undefined };
  /** The port of `/metrics`; unset: not served. */
  metricsPort: number | undefined;
  metricsHost: string;
  /** Whether to fill an empty database with demo data, including its administrator. */
  demo: boolean;
  /**
   * Whether the demo data includes payroll and salary advances of earlier months, which take
   * seconds to create.
   */
  demoHistory: boolean;
  /** Milliseconds between /readyz turning 503 and closing the port. */
  stopPause: number;
  logLevel: string;
};

/** A variable with which Kontor cannot run; the message names it and says what to do. */
export class EnvironmentError extends Error {
  constructor(reasons: readonly string[], options?: ErrorOptions) {
    super(`The environment cannot be used.\n${reasons.join("\n")}`, options);
  }
}

/**
 * Reads the environment variables. An empty variable counts as unset.
 *
 * @throws EnvironmentError naming each invalid variable and the reason, and then each that
 * contradicts another.
 */
export function parseEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    throw new EnvironmentError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`),
    );
  }
  const values = parsed.data;
  const contradictions = contradictionsOf(values);
  if (contradictions.length > 0) throw new EnvironmentError(contradictions);
  return {
    mode: values.NODE_ENV,
    port: values.PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_URL,
    databaseRequestsUrl: values.DATABASE_REQUESTS_URL,
    replicaUrl: values.KONTOR_REPLICA_URL,
    dataFolder: values.KONTOR_DATA,
    publicUrl: values.KONTOR_PUBLIC_URL?.replace(/\/+$/, ""),
    secretKey: values.KONTOR_SECRET_KEY,
    oldSecretKey: values.KONTOR_SECRET_KEY_OLD,
    keep: {
      mails: values.KONTOR_KEEP_MAILS_DAYS,
      imports: values.KONTOR_KEEP_IMPORTS_DAYS,
      audit: values.KONTOR_KEEP_AUDIT_DAYS,
      employeeYears: values.KONTOR_KEEP_EMPLOYEES_YEARS,
    },
    requestsPerMinute: values.KONTOR_REQUESTS_PER_MINUTE,
    trustedProxies: proxiesOf(values.KONTOR_TRUST_PROXY),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? placeholderSender,
    postgresTools: { folder: values.KONTOR_POSTGRES_TOOLS, path: values.PATH },
    metricsPort: values.KONTOR_METRICS_PORT,
    metricsHost: values.KONTOR_METRICS_HOST,
    // A configured database may be a real one, so demo data must be requested explicitly.
    demo:
      values.KONTOR_DEMO === undefined
        ? values.NODE_ENV === "development" && values.DATABASE_URL === undefined
        : values.KONTOR_DEMO !== "0",
    demoHistory: values.KONTOR_DEMO !== "brief",
    stopPause: 1000 * (values.KONTOR_STOP_PAUSE ?? (values.NODE_ENV === "production" ? 5 : 0)),
    logLevel: values.LOG_LEVEL ?? (values.NODE_ENV === "test" ? "error" : "info"),
  };
}

/** The sender while no mail server is configured here. No server accepts mails from it. */
const placeholderSender = "Kontor <no-reply@kontor.invalid>";

/** Contradictions between variables, each of which is valid alone. */
function contradictionsOf(values: Values): string[] {
  const { DATABASE_URL, DATABASE_REQUESTS_URL, KONTOR_SECRET_KEY, KONTOR_SECRET_KEY_OLD } = values;
  const isProduction = values.NODE_ENV === "production";
  const isEmbedded = DATABASE_URL === undefined;
  const rules: [boolean, string][] = [
    [isProduction && isEmbedded, "DATABASE_URL: production needs a PostgreSQL server of its own"],
    [
      isProduction && (values.KONTOR_DEMO ?? "0") !== "0",
      "KONTOR_DEMO: production gets no demo data, whose passwords everybody knows",
    ],
    [
      isEmbedded && DATABASE_REQUESTS_URL !== undefined,
      "DATABASE_REQUESTS_URL: set DATABASE_URL too; without it the embedded server is used",
    ],
    [
      isEmbedded && values.KONTOR_REPLICA_URL !== undefined,
      "KONTOR_REPLICA_URL: set DATABASE_URL too; the embedded server has no replica",
    ],
    [
      DATABASE_URL !== undefined &&
        DATABASE_REQUESTS_URL !== undefined &&
        new URL(DATABASE_URL).username === new URL(DATABASE_REQUESTS_URL).username,
      "DATABASE_REQUESTS_URL: name another user than the owner in DATABASE_URL, because no policy binds the owner",
    ],
    [
      KONTOR_SECRET_KEY === undefined && KONTOR_SECRET_KEY_OLD !== undefined,
      "KONTOR_SECRET_KEY_OLD: set KONTOR_SECRET_KEY to the key that replaces it",
    ],
    [
      KONTOR_SECRET_KEY !== undefined &&
        KONTOR_SECRET_KEY.toLowerCase() === KONTOR_SECRET_KEY_OLD?.toLowerCase(),
      "KONTOR_SECRET_KEY_OLD: it is the same as KONTOR_SECRET_KEY; give the previous key, or remove it",
    ],
    [
      isProduction && values.SMTP_URL !== undefined && values.MAIL_FROM === undefined,
      "MAIL_FROM: give the sender of the mails that SMTP_URL sends, such as Kontor <no-reply@example.com>",
    ],
    [
      values.KONTOR_METRICS_PORT !== undefined &&
        values.KONTOR_METRICS_PORT !== 0 &&
        values.KONTOR_METRICS_PORT === values.PORT,
      "KONTOR_METRICS_PORT: give another port than PORT, so that metrics are not where the application is",
    ],
  ];
  return rules.filter(([contradicts]) => contradicts).map(([, reason]) => reason);
}

/**
 * Variables with the prefix of Kontor's that it does not know, such as misspelt ones, which it would
 * otherwise ignore silently.
 *
 * @internal for tests
 */
export function unknownVariables(
  variables: Readonly<Record<string, string | undefined>>,
): string[] {
  const known = new Set(Object.keys(schema.shape));
  return Object.keys(variables).filter((name) => name.startsWith("KONTOR_") && !known.has(name));
}

/** Whether a URL, and the user and password in it, can be parsed. */
function isParsableUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

function proxiesOf(text: string): number {
  return text === "true" ? 1 : text === "false" ? 0 : Number(text);
}

/** The environment of this process. */
export function readEnvironment(): Environment {
  return parseEnvironment(process.env);
}

/** The variables of this process from {@link unknownVariables}. */
export function misspeltVariables(): string[] {
  return unknownVariables(process.env);
}
