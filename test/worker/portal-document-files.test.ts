import { describe, expect, it } from "vitest";
import { MAX_FILE_BYTES } from "../../src/ai/documents/limits.ts";
import { holdRoom, ROOM_BYTES } from "../../src/platform/hold-room.ts";
import { markSender } from "../../src/portal/frame/form-sender.ts";
import { anApp } from "../support/app.ts";
import { type aConversion, anAppWithConversion, PDF } from "../support/markdown-conversion.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor, visitor, type Visitor } from "../support/visitor.ts";

const FIELDS = { title: "Leave policy", source: "handbook", text: "", url: "", tags: "hr" };
const MARKDOWN = "# Leave\n\nEverybody has thirty days of leave a year.";
const KIB = 1024;

type Request = ReturnType<typeof anApp>["request"];

/** As a browser sends a form with a file. */
async function upload(
  request: Request,
  { cookie }: Pick<Visitor, "cookie">,
  tenantId: string,
  file: File | undefined,
  { fields = {}, language = "en" }: { fields?: Record<string, string>; language?: string } = {},
) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...FIELDS, ...fields })) body.append(name, value);
  body.append("contentBase64", file ?? new File([], ""));
  const headers = { cookie, "sec-fetch-site": "same-origin", "accept-language": language };
  const path = `/portal/t/${tenantId}/documents/new`;
  const answer = await request(path, { method: "POST", body, headers, redirect: "manual" });
  return { answer, status: answer.status, page: await answer.text() };
}

async function anUploader(...says: Parameters<typeof aConversion>) {
  const tenantId = await aTenant();
  const ana = await aVisitor("owner", [tenantId]);
  const app = anAppWithConversion(says);
  const send = (file: File | undefined, more?: Parameters<typeof upload>[4]) =>
    upload(app.request, ana, tenantId, file, more);
  return { ...app, tenantId, ana, send };
}

describe("a document uploaded as a file in the portal", () => {
  it("has a file field beside the text, which is not required, in a multipart form", async () => {
    const { ana, tenantId } = await anUploader();
    const page = await (await ana.get(`/portal/t/${tenantId}/documents/new`)).text();
    expect(page).toMatch(/<form method="post" enctype="multipart\/form-data"/);
    const [input = ""] = /<input id="contentBase64"[^>]*>/.exec(page) ?? [];
    expect(input).toContain('type="file"');
    expect(input).toMatch(/accept="[^"]*\.pdf/);
    expect(input).not.toContain("value");
    expect(page).not.toMatch(/<textarea[^>]* required/);
  });

  it("is shown as the text that Workers AI made of it", async () => {
    const { ana, send, converted } = await anUploader(MARKDOWN);
    const { status, answer } = await send(
      new File(["%PDF-1.7"], "Leave.PDF", { type: "text/html" }),
    );
    expect(status).toBe(303);
    const page = await (await ana.get(answer.headers.get("location") ?? "")).text();
    expect(page).toContain("thirty days of leave");
    expect(page).toContain("Leave policy");
    expect(converted).toMatchObject([{ name: "document.pdf", type: PDF }]);
  });

  it.each([
    ["leave.md", "# Leave\n\nThirty days."],
    ["leave.txt", "Thirty days."],
    ["leave.html", "<p>Thirty <b>days.</b></p><script>x()</script>"],
    ["leave.json", '{"leave":"Thirty days."}'],
    ["leave.csv", "leave\nThirty days.\n"],
  ])("is read without Workers AI: %s", async (name, text) => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const { status, answer } = await upload(anApp().request, ana, tenantId, new File([text], name));
    expect(status).toBe(303);
    const page = await (await ana.get(answer.headers.get("location") ?? "")).text();
    expect(page).toContain("Thirty days.");
    expect(page).not.toContain("x()");
  });

  it("may be left out, and the text is saved as it was typed", async () => {
    const { ana, send } = await anUploader();
    const { status, answer } = await send(undefined, { fields: { text: "# Leave\r\nTen days." } });
    expect(status).toBe(303);
    const page = await (await ana.get(answer.headers.get("location") ?? "")).text();
    expect(page).toContain("# Leave\nTen days.");
  });

  it("400 for neither text nor file, and for both", async () => {
    const { send, converted } = await anUploader(MARKDOWN);
    const neither = await send(undefined);
    expect(neither.status).toBe(400);
    expect(neither.page).toContain("Fill this in.");
    const both = await send(new File(["%PDF-"], "a.pdf"), { fields: { text: "Ten days." } });
    expect(both.status).toBe(400);
    expect(both.page).toContain("Must be left out beside a file.");
    expect(both.page).toContain("Ten days.");
    expect(converted).toEqual([]);
  });

  it.each([
    ["en", "become text by Workers AI, which is not bound here"],
    ["es", "puede que falte Workers AI"],
  ])(
    "415 for a PDF if Workers AI is not bound, in the reader's language: %s",
    async (language, words) => {
      const tenantId = await aTenant();
      const ana = await aVisitor("owner", [tenantId]);
      const file = new File(["%PDF-"], "a.pdf");
      const { status, page } = await upload(anApp().request, ana, tenantId, file, { language });
      expect(status).toBe(415);
      expect(page).toContain(words);
      expect(page).toContain('value="Leave policy"');
    },
  );

  it.each([
    ["content that its extension does not name", "a.pdf", "PK\u0003\u0004"],
    ["a name without an extension", "LICENSE", "Thirty days."],
    ["a picture", "a.png", "\u0089PNG"],
    ["an extension that is a property of every object", "a.constructor", "Thirty days."],
  ])("415 for %s", async (_case, name, text) => {
    const { send, converted } = await anUploader(MARKDOWN);
    expect((await send(new File([text], name))).status).toBe(415);
    expect(converted).toEqual([]);
  });

  it.each([
    ["en", "Workers AI can make no text of this file."],
    ["es", "De este archivo no se puede extraer texto."],
  ])(
    "422 for a file that Workers AI refuses, in the reader's language: %s",
    async (language, words) => {
      const { send } = await anUploader({ error: "bad" });
      const { status, page } = await send(new File(["%PDF-"], "a.pdf"), { language });
      expect(status).toBe(422);
      expect(page).toContain(words);
    },
  );

  it.each([
    ["en", "Must be UTF-8."],
    ["es", "Debe ser UTF-8"],
  ])("400 for text that is not UTF-8, in the reader's language: %s", async (language, words) => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const file = new File([Buffer.from("Año;Días\n", "latin1")], "leave.csv");
    const { status, page } = await upload(anApp().request, ana, tenantId, file, { language });
    expect(status).toBe(400);
    expect(page).toContain(words);
  });

  it("503 if Workers AI fails, saying that nothing was saved", async () => {
    const { send } = await anUploader(new Error("Internal Error"));
    const { status, page } = await send(new File(["%PDF-"], "a.pdf"), { language: "es" });
    expect(status).toBe(503);
    expect(page).toContain("no se guardó nada");
  });

  it("413 for a file above 12 MiB, which Workers AI does not get", async () => {
    const { send, converted } = await anUploader(MARKDOWN);
    const large = new Uint8Array(12 * KIB * KIB + 1);
    const { status, page } = await send(new File([large], "a.pdf"));
    expect(status).toBe(413);
    expect(page).toContain("What you sent is too large");
    expect(converted).toEqual([]);
  });

  it("400 for a form whose body is cut off", async () => {
    const { request, tenantId, ana } = await anUploader();
    const headers = {
      cookie: ana.cookie,
      "sec-fetch-site": "same-origin",
      "content-type": "multipart/form-data; boundary=x",
    };
    const path = `/portal/t/${tenantId}/documents/new`;
    const answer = await request(path, { method: "POST", body: "--x\r\nContent", headers });
    expect(answer.status).toBe(400);
  });

  it("401 if the session has ended, with the typed text kept but not the file", async () => {
    const { request } = anApp();
    const ended = visitor("__Host-sid=ended-long-ago");
    const fields = { by: markSender(ended), text: "Ten days." };
    const file = new File(["%PDF-"], "a.pdf");
    const { status, page } = await upload(request, ended, "acme", file, { fields });
    expect(status).toBe(401);
    expect(page).toContain("Your session has ended");
    expect(page).toContain('name="text" value="Ten days."');
    expect(page).not.toContain("%PDF-");
  });
});

describe("the room that an upload in the portal takes", () => {
  it("503 while others fill the room of large bodies", async () => {
    const { send } = await anUploader();
    const letGo = holdRoom(ROOM_BYTES, Date.now(), "else");
    const { status, answer } = await send(new File(["x".repeat(2_000 * KIB)], "leave.txt"));
    expect([status, answer.headers.has("retry-after")]).toEqual([503, true]);
    letGo?.();
  });

  it("leaves the room that the conversion of the largest file takes", async () => {
    const { send } = await anUploader(MARKDOWN);
    const bytes = `%PDF-1.7${"x".repeat(MAX_FILE_BYTES - 8 * KIB)}`;
    expect((await send(new File([bytes], "leave.pdf", { type: PDF }))).status).toBe(303);
  });
});
