import { login, getMe } from "@kontor/contract/session/session";
import * as account from "@kontor/contract/users/account";
import { beforeEach, describe, expect, test } from "vitest";

import { openFileWorld } from "../testing/harness.ts";
import { picture } from "../testing/images.ts";
import { addPerson, mailsTo, type TestPerson } from "../testing/people.ts";
import { deviceOf } from "./device.ts";

const world = await openFileWorld();
let ada: TestPerson;

beforeEach(async () => {
  ada = await addPerson(world, ["VIEWER"], { name: "Ada Obi" });
});

function form(fields: Record<string, string>, photo?: Buffer): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  if (photo !== undefined)
    data.append("profile_photo", new Blob([new Uint8Array(photo)]), "me.png");
  return data;
}

describe("name and photo", () => {
  test("are changed, and the photo is removed again", async () => {
    const changed = await ada.caller.call(account.updateMe, {
      body: form({ name: "Ada N. Obi" }, await picture({ width: 900, height: 600 })),
    });
    expect(changed).toMatchObject({
      name: "Ada N. Obi",
      profile_photo: expect.stringMatching(/^\/api\/files\/[0-9a-f]{32}$/),
    });
    const file = await fetch(world.url + (changed.profile_photo ?? ""));
    expect(file.headers.get("content-type")).toBe("image/png");
    const stored = await ada.caller.call(account.updateMe, { body: form({ name: "Ada" }) });
    expect(stored.profile_photo).toBe(changed.profile_photo);
    const body = form({ name: "Ada", remove_photo: "true" });
    expect((await ada.caller.call(account.updateMe, { body })).profile_photo).toBeNull();
    expect((await ada.caller.call(getMe)).name).toBe("Ada");
  });

  test("are refused where they are invalid", async () => {
    for (const [body, path] of [
      [form({ name: " " }), "name"],
      [form({ name: "Ada" }, Buffer.from("no image")), "profile_photo"],
      [form({ name: "Ada", email: "new@example.com" }), "email"],
    ] as const) {
      const reply = await ada.caller.attempt(account.updateMe, { body });
      expect([reply.status, reply.problem.errors?.[0]?.path]).toEqual([422, path]);
    }
    const nobody = await world.nobody.attempt(account.updateMe, { body: form({ name: "X" }) });
    expect(nobody.status).toBe(401);
  });
});

describe("the password", () => {
  const chosen = "tapir under seven lamps";
  const change = (fields: object) =>
    ada.caller.attempt(account.changeOwnPassword, {
      body: {
        present_password: ada.password,
        password: chosen,
        password_confirmation: chosen,
        ...fields,
      },
    });

  test("is changed with the current one, which ends the other sessions and is mailed", async () => {
    const elsewhere = await world.login(ada.email, ada.password);
    expect((await change({})).status).toBe(200);
    expect((await ada.caller.attempt(getMe)).status).toBe(200);
    const other = world.callerWith(elsewhere.access_token, ada.id);
    expect((await other.attempt(getMe)).status).toBe(401);
    await world.login(ada.email, chosen);
    const { email, password } = ada;
    expect((await world.nobody.attempt(login, { body: { email, password } })).status).toBe(422);
    expect((await mailsTo(world, ada.email)).at(-1)?.subject).toBe("Your password was changed");
  });

  test("is unchanged when anything is wrong", async () => {
    for (const [fields, path, code] of [
      [{ present_password: "not it" }, "present_password", "password_wrong"],
      [{ present_password: "" }, "present_password", "validation_failed"],
      [{ password_confirmation: "another" }, "password_confirmation", "validation_failed"],
      [
        { password: "qwertyuiop12", password_confirmation: "qwertyuiop12" },
        "password",
        "validation_failed",
      ],
      [
        { password: "ada.obi.ada.obi", password_confirmation: "ada.obi.ada.obi" },
        "password",
        "password_weak",
      ],
    ] as const) {
      const reply = await change(fields);
      expect([reply.status, reply.problem.code]).toEqual([422, code]);
      expect(reply.problem.errors?.[0]?.path).toBe(path);
    }
    await world.login(ada.email, ada.password);
  });
});

describe("sessions", () => {
  test("are listed with device and address, and ended one by one or all others", async () => {
    const agents = [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    ];
    for (const agent of agents) {
      world.clock.advance(1000);
      const { email, password } = ada;
      await world.nobody.send("POST", "/wire/login", { email, password }, { "user-agent": agent });
    }
    const sessions = await ada.caller.call(account.listOwnSessions);
    expect(sessions.map(({ device, current }) => [device, current])).toEqual([
      ["Unknown device", true],
      ["Safari on iPhone", false],
      ["Firefox on Windows", false],
    ]);
    expect(sessions[1]).toMatchObject({ address: "127.0.0.1", created_at: world.clock.now() });
    const stranger = await addPerson(world, ["ADMINISTRATOR"]);
    const params = { id: sessions[1]?.id };
    expect((await stranger.caller.attempt(account.endOwnSession, { params })).status).toBe(404);
    await ada.caller.call(account.endOwnSession, { params });
    expect((await ada.caller.attempt(account.endOwnSession, { params })).status).toBe(404);
    expect(await ada.caller.call(account.endOtherSessions)).toEqual({ ended: 1 });
    expect(await ada.caller.call(account.listOwnSessions)).toHaveLength(1);
    expect((await world.nobody.attempt(account.listOwnSessions)).status).toBe(401);
  });

  test.for([
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
      "Edge on Windows",
    ],
    [
      "Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
      "Samsung Internet on Android",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
      "Chrome on Mac",
    ],
    ["curl/8.5.0", "Unknown device"],
    [null, "Unknown device"],
  ] as const)("%s is %s", ([agent, device]) => {
    expect(deviceOf(agent)).toBe(device);
  });
});
