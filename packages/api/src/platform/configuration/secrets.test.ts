import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { parseEnvironment, type Environment } from "../environment.ts";
import { Refusal } from "../refusal.ts";
import { canEncryptSecrets, seal, unseal } from "./secrets.ts";

const key = (digit: string) => digit.repeat(64);
const withKey = (digit: string) => parseEnvironment({ KONTOR_SECRET_KEY: key(digit) });
const text = "sk_live_ẹ₦ 0123456789";

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "kontor-secrets-"));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

const codeOf = (work: () => unknown): string | undefined => {
  try {
    work();
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
  return undefined;
};

describe("a sealed secret", () => {
  const environment = withKey("a");

  test("is decrypted under its name, including an empty and a long one", () => {
    for (const secret of [text, "", "x".repeat(10_000)]) {
      expect(unseal(environment, "bank.key", seal(environment, "bank.key", secret))).toBe(secret);
    }
  });

  test("states its version and its key, reveals nothing and is never the same twice", () => {
    const sealed = Array.from({ length: 50 }, () => seal(environment, "bank.key", text));
    expect(new Set(sealed.map((one) => one.split(".")[2])).size).toBe(50);
    for (const one of sealed) {
      expect(one).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]{22,}$/);
      expect(Buffer.from(one.split(".")[3] ?? "", "base64url").toString("latin1")).not.toContain(
        "sk_live",
      );
    }
    expect(sealed[0]?.split(".")[1]).not.toBe(seal(withKey("b"), "bank.key", text).split(".")[1]);
  });

  test("cannot be decrypted under another name, with another key or when changed", () => {
    const sealed = seal(environment, "bank.key", text);
    const flipped = sealed.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    const parts = sealed.split(".");
    expect(codeOf(() => unseal(environment, "mail.password", sealed))).toBe("secret_unreadable");
    expect(codeOf(() => unseal(withKey("b"), "bank.key", sealed))).toBe("secret_unreadable");
    expect(codeOf(() => unseal(environment, "bank.key", `${sealed.slice(0, -6)}AAAAAA`))).toBe(
      "secret_unreadable",
    );
    const broken = [
      `${flipped}x`,
      sealed.replace("v1", "v2"),
      `${parts[0]}.${parts[1]}.${parts[2]}.`,
      `${parts[0]}.${parts[1]}..${parts[3]}`,
      "",
      text,
    ];
    const codes = broken.map((other) => codeOf(() => unseal(environment, "bank.key", other)));
    expect(codes).toEqual(broken.map(() => "secret_unreadable"));
  });

  test("is named in the refusal when it cannot be decrypted", () => {
    expect(() =>
      unseal(withKey("b"), "bank.secret_key", seal(environment, "bank.secret_key", text)),
    ).toThrow(
      "The bank secret key was encrypted with another KONTOR_SECRET_KEY and cannot be read. Enter and save it again.",
    );
  });
});

describe("without KONTOR_SECRET_KEY", () => {
  const development = (path: string): Environment => parseEnvironment({ KONTOR_DATA: path });

  test("a key is created once in the data folder, readable by its owner only", async () => {
    const path = join(await folder(), "data");
    const sealed = seal(development(path), "bank.key", text);
    const file = join(path, "secret.key");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const made = (await readFile(file, "utf8")).trim();
    expect(made).toMatch(/^[0-9a-f]{64}$/);
    expect(unseal(development(path), "bank.key", sealed)).toBe(text);
    const same = parseEnvironment({ KONTOR_SECRET_KEY: made });
    expect(unseal(same, "bank.key", sealed)).toBe(text);
  });

  test("a broken key file is reported, not replaced", async () => {
    const path = await folder();
    await writeFile(join(path, "secret.key"), "short");
    expect(() => seal(development(path), "bank.key", text)).toThrow("32 bytes");
    expect(await readFile(join(path, "secret.key"), "utf8")).toBe("short");
  });

  test("production refuses to start and creates nothing", async () => {
    const path = await folder();
    const production = parseEnvironment({
      NODE_ENV: "production",
      DATABASE_URL: "postgres://unused/unused",
      KONTOR_DATA: path,
    });
    expect(canEncryptSecrets(production)).toBe(false);
    expect(codeOf(() => seal(production, "bank.key", text))).toBe("secret_key_missing");
    await expect(stat(join(path, "secret.key"))).rejects.toThrow("ENOENT");
  });
});
