import { saveMailSettings } from "@kontor/contract/settings/settings";
import { expect, test } from "vitest";

import { openFileWorld } from "../testing/harness.ts";
import { addPerson, testPassword } from "../testing/people.ts";

const world = await openFileWorld();
const platform = (await addPerson(world, ["ADMINISTRATOR"])).caller;

const save = (body: object) =>
  platform.attempt(saveMailSettings, {
    body: {
      host: "smtp.example.com",
      port: 587,
      security: "starttls",
      username: "",
      sender_name: "Kontor Office",
      sender_email: "office@kontor.example",
      reply_to: "",
      present_password: testPassword,
      ...body,
    },
  });

test.for([
  [{ host: "" }, "host", "Enter the mail server, such as smtp.example.com."],
  [
    { host: "https://smtp.example.com" },
    "host",
    "Give the name or address of the server alone, such as smtp.example.com.",
  ],
  [
    { host: "smtp.example.com\r\nx" },
    "host",
    "Give the name or address of the server alone, such as smtp.example.com.",
  ],
  [
    { port: 0 },
    "port",
    "Give the port of the server, such as 587: a whole number from 1 to 65535.",
  ],
  [
    { port: "abc" },
    "port",
    "Give the port of the server, such as 587: a whole number from 1 to 65535.",
  ],
  [{ security: "ssl" }, "security", "Choose how the connection is protected."],
  [{ sender_name: "" }, "sender_name", "Enter the name that mails come from."],
  [
    { sender_email: "office" },
    "sender_email",
    "Enter a valid email address, such as name@example.com.",
  ],
  [{ reply_to: "office" }, "reply_to", "Enter a valid email address, such as name@example.com."],
  [{ password: "two\nlines" }, "password", "Use one line of plain text."],
  [{ url: "smtp://x" }, "url", "There is no field called url here."],
] as const)("refuses %j", async ([body, path, message]) => {
  const reply = await save(body);
  expect(reply.status).toBe(422);
  expect(reply.problem.errors?.[0]).toEqual({ path, message });
});

test.for(["169.254.169.254", "[fe80::1]", "[::ffff:a9fe:a9fe]", "fd00:ec2::254", "0.0.0.0"])(
  "is not for %s, at which there is no mail server",
  async (host) => {
    const reply = await save({ host });
    expect([reply.status, reply.problem.code]).toEqual([422, "mail_host_refused"]);
    expect(reply.problem.errors?.[0]?.path).toBe("host");
  },
);
