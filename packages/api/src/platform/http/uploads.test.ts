import { once } from "node:events";
import { request as httpRequest, type IncomingMessage, type Server } from "node:http";

import multipart from "@fastify/multipart";
import { createOrganization } from "@kontor/contract/organizations/organizations";
import { fastify } from "fastify";
import { describe, expect, it } from "vitest";

import { openFileWorld } from "../../testing/harness.ts";
import { picture } from "../../testing/images.ts";
import { organizationForm, organizationText } from "../../testing/organization-forms.ts";
import { readMultipart } from "./uploads.ts";

const world = await openFileWorld();
const admin = await world.signIn("platform");

/** Sends exactly this multipart body, with the line endings that the format requires. */
async function sendRaw(body: string, contentType = "multipart/form-data; boundary=line") {
  const { status, problem } = await admin.send(
    "POST",
    "/organizations",
    body.replaceAll("\n", "\r\n"),
    { "content-type": contentType },
  );
  return { status, message: problem.message };
}

const part = (name: string, value: string) =>
  `--line\nContent-Disposition: form-data; name="${name}"\n\n${value}\n`;

describe("forms that cannot be read", () => {
  it.each([
    ["has no end", part("name", "Foods")],
    ["ends within a part", `${part("name", "Foods")}--line\nContent-Disposition: form-data; na`],
    [
      "has a file without an end",
      `--line\nContent-Disposition: form-data; name="logo"; filename="a.png"\n\nPNG`,
    ],
    ["has another boundary", part("name", "Foods").replaceAll("line", "other")],
  ])("refuses one that %s", async (_what, body) => {
    const { status, message } = await sendRaw(body);
    expect(status).toBe(400);
    expect(message).toMatch(/^The request could not be read: /);
  });

  it("refuses one without a boundary", async () => {
    expect((await sendRaw(part("name", "Foods"), "multipart/form-data")).status).toBe(400);
  });

  it("refuses more fields than any form has", async () => {
    const form = new FormData();
    for (let field = 0; field < 60; field++) form.append(`field_${field}`, "x");
    const reply = await admin.attempt(createOrganization, { body: form });
    expect([reply.status, reply.problem.message]).toEqual([
      400,
      "The request could not be read: there are too many fields.",
    ]);
  });

  it("refuses a repeated file and more files than any form has", async () => {
    const logo = await picture();
    const twice = organizationForm(organizationText(), logo);
    twice.append("logo", new Blob([new Uint8Array(logo)]), "again.png");
    const reply = await admin.attempt(createOrganization, { body: twice });
    expect([reply.status, reply.problem.message]).toEqual([
      400,
      "The request could not be read: the file logo came twice.",
    ]);
    const many = organizationForm(organizationText(), logo);
    for (let file = 0; file < 5; file++) many.append("logo", new Blob(["x"]), `${file}.png`);
    expect((await admin.attempt(createOrganization, { body: many })).status).toBe(400);
  });

  it("reads an empty form as one whose fields are all missing", async () => {
    const { status, problem } = await admin.attempt(createOrganization, { body: new FormData() });
    expect(status).toBe(422);
    expect(problem.errors?.map(({ path }) => path)).toContain("name");
  });
});

describe("interrupted uploads", () => {
  const headers = { "content-type": "multipart/form-data; boundary=line", "content-length": 9999 };
  const begun = part("name", "Foods").replaceAll("\n", "\r\n");

  /** Sends the beginning of a form to a server, and disconnects once it has arrived there. */
  async function breakOff(server: Server, address: string, more: object): Promise<void> {
    const arrival = once(server, "request");
    const request = httpRequest(address, { method: "POST", headers: { ...headers, ...more } });
    request.on("error", () => undefined);
    request.write(begun);
    const [arrived] = (await arrival) as [IncomingMessage];
    const gone = once(arrived, "close");
    request.destroy();
    await gone.catch(() => undefined);
  }

  it("leave nothing behind, and the complete form sent again creates one organization", async () => {
    const key = "upload-broken-off";
    await breakOff(world.app.server, `${world.url}/api/organizations`, {
      authorization: `Bearer ${admin.token}`,
      "idempotency-key": key,
    });
    const body = organizationForm(organizationText(), await picture());
    expect((await admin.attempt(createOrganization, { body, key })).status).toBe(201);
  });

  it("are not waited for when the client has disconnected before they are read", async () => {
    const app = fastify({ forceCloseConnections: true });
    await app.register(multipart);
    const gate = Promise.withResolvers<void>();
    const outcome = Promise.withResolvers<unknown>();
    app.route({
      method: "POST",
      url: "/",
      handler: async (request) => {
        await gate.promise;
        outcome.resolve(await readMultipart(request, []).catch((error: unknown) => error));
      },
    });
    await breakOff(app.server, await app.listen({ port: 0, host: "127.0.0.1" }), {});
    gate.resolve();
    expect(await outcome.promise).toMatchObject({
      code: "malformed",
      message: "The request could not be read: it broke off.",
    });
    await app.close();
  });
});
