import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { listen as listenHere } from "../../scripts/webhooks/listen.ts";
import type { Demo } from "../support/demo.ts";
import { runScript } from "../support/run-script.ts";
import { sharedDemo } from "../support/shared-demo.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
let demo: Demo;
let stateDir: string;
let here: NodeJS.ProcessEnv;

const credentials = () => demo.credentials;
const listen = (...args: string[]) => runScript("scripts/webhooks.ts", ["listen", ...args], here);

async function endpoints(): Promise<unknown[]> {
  const { baseUrl, operatorToken, tenantId } = credentials();
  const answer = await fetch(`${baseUrl}/admin/tenants/${tenantId}/webhooks`, {
    headers: { authorization: `Bearer ${operatorToken}` },
  });
  return ((await answer.json()) as { items: unknown[] }).items;
}

/** A listener that runs until it is stopped; gives its output as it comes. */
function open(args: readonly string[], env = here) {
  const child = spawn(process.execPath, ["scripts/webhooks.ts", "listen", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  let out = "";
  child.stdout.on("data", (piece: Buffer) => (out += piece.toString()));
  const ended = new Promise<number | null>((done) => child.once("close", (code) => done(code)));
  const says = async (what: RegExp): Promise<string> => {
    await expect.poll(() => out, { timeout: 60_000 }).toMatch(what);
    return what.exec(out)?.[1] ?? "";
  };
  return { child, says, ended, out: () => out };
}

beforeAll(async () => {
  demo = await sharedDemo();
  ({ stateDir } = demo);
  here = { RAMPART_STATE_DIR: stateDir, RAMPART_WEBHOOK_SECRET: "" };
});

describe("npm run webhooks -- listen", () => {
  it("prints a real delivery, verifies both of its signatures, and leaves no endpoint behind", async () => {
    const ran = await listen("--ping", "--count", "1");
    expect(ran).toMatchObject({ code: 0, err: "" });
    const eventId = /A ping is on its way: (\S+)/.exec(ran.out)?.[1] ?? "";
    expect(ran.out).toMatch(new RegExp(`${eventId} {2}verified$`, "m"));
    expect(ran.out).toContain('"type": "ping"');
    expect(ran.out).not.toContain("whsec_");
    expect(await endpoints()).toEqual([]);
  });

  it("shows the same event again when it answers 503", async () => {
    const ran = await listen("--ping", "--count", "2", "--answer", "503");
    expect(ran.code).toBe(0);
    const [first, second] = [...ran.out.matchAll(/^\S+ {2}(evt_\S+) {2}verified(.*)$/gm)];
    expect(first?.[2]).toBe("");
    expect(second?.[1]).toBe(first?.[1]);
    expect(second?.[2]).toBe(", delivery 2");
  });

  it("answers 401 to a forged delivery, says so, and ends with 1 on Ctrl-C", async () => {
    const listener = open([]);
    const url = await listener.says(/(http:\/\/localhost:\d+\/)/);
    const forged = new Webhook(SECRET);
    const now = new Date();
    const body = '{"type":"ping"}';
    const answer = await fetch(url, {
      method: "POST",
      body,
      headers: {
        "webhook-id": "evt_forged",
        "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
        "webhook-signature": forged.sign("evt_forged", now, body),
      },
    });
    expect(answer.status).toBe(401);
    await listener.says(/evt_forged {2}(NOT VERIFIED), v1: No matching signature found/);
    listener.child.kill("SIGINT");
    expect(await listener.ended).toBe(1);
    expect(await endpoints()).toEqual([]);
  });

  it("ends in its usual way though Ctrl-C comes twice, from the terminal and from npm", async () => {
    const before = process.listeners("SIGINT");
    const added = () => process.listeners("SIGINT").filter((one) => !before.includes(one));
    const said = vi.spyOn(console, "log").mockReturnValue();
    onTestFinished(() => {
      said.mockRestore();
      for (const one of added()) process.off("SIGINT", one).off("SIGTERM", one);
    });
    const wish = { port: 0, status: 204, ping: false };
    const ended = listenHere("", wish, { RAMPART_WEBHOOK_SECRET: SECRET });
    await vi.waitFor(() => expect(said).toHaveBeenCalled(), { interval: 1 });
    process.emit("SIGINT");
    expect(await ended).toBe(0);
    expect(added()).toHaveLength(1);
  });

  it("removes the endpoint of a listener that was killed", async () => {
    const killed = open([]);
    await killed.says(/(Listening)/);
    killed.child.kill("SIGKILL");
    await killed.ended;
    expect(await endpoints()).toHaveLength(1);
    expect((await listen("--ping", "--count", "1")).code).toBe(0);
    expect(await endpoints()).toEqual([]);
  });

  it("removes its endpoint and ends when nobody reads its output any more", async () => {
    const listener = open([]);
    onTestFinished(() => void listener.child.kill());
    await listener.says(/(Listening)/);
    listener.child.stdout.destroy();
    // It hears of that with the next line that it has to print.
    const [endpoint] = (await endpoints()) as { id: string }[];
    const { baseUrl, operatorToken, tenantId } = credentials();
    const ping = `${baseUrl}/admin/tenants/${tenantId}/webhooks/${endpoint?.id}/ping`;
    const headers = { authorization: `Bearer ${operatorToken}` };
    expect((await fetch(ping, { method: "POST", headers })).status).toBe(202);
    expect(await listener.ended).toBe(0);
    expect(await endpoints()).toEqual([]);
  });

  it("accepts an address with a slash at its end, and refuses http:// to another machine", async () => {
    const secretFile = join(stateDir, "named");
    writeFileSync(secretFile, SECRET);
    const flags = ["--secret-file", secretFile, "--address"];
    const listener = open([...flags, `${credentials().baseUrl}/`]);
    await listener.says(/(nothing is registered)/);
    listener.child.kill("SIGINT");
    expect(await listener.ended).toBe(0);
    const refused = await listen(...flags, "http://rampart.example");
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("https://") as string });
  });

  it("verifies id, time, body and signature with a given secret, without an instance", async () => {
    const secretFile = join(stateDir, "secret");
    writeFileSync(secretFile, `${SECRET}\n`);
    const nowhere = { RAMPART_STATE_DIR: join(stateDir, "nowhere") };
    const listener = open(["--secret-file", secretFile], nowhere);
    const url = await listener.says(/(http:\/\/localhost:\d+\/)/);
    const send = async (id: string, at: Date, signed: string, body = signed, headers = {}) => {
      const signature = new Webhook(SECRET).sign("evt_1", at, signed);
      const sent = {
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": signature,
        ...headers,
      };
      return (await fetch(url, { method: "POST", body, headers: sent })).status;
    };
    const now = new Date();
    const old = new Date(now.getTime() - 6 * 60_000);
    expect(await send("evt_1", now, "{}")).toBe(204);
    expect(await send("evt_2", now, "{}")).toBe(401);
    expect(await send("evt_1", now, "{}", "{ }")).toBe(401);
    expect(await send("evt_1", old, "{}")).toBe(401);
    expect(await send("evt_1", now, "{}", "{}", { "webhook-signature": "v1,AAAA" })).toBe(401);
    expect(await send("evt_1", now, "{}", "x".repeat(1024 * 1024 + 1))).toBe(413);
    listener.child.kill("SIGTERM");
    expect(await listener.ended).toBe(1);
  });

  it("answers 401 to a v1 signature alone if the instance publishes a key", async () => {
    const secretFile = join(stateDir, "secret");
    const listener = open(["--secret-file", secretFile, "--address", credentials().baseUrl]);
    const url = await listener.says(/(http:\/\/localhost:\d+\/)/);
    const now = new Date();
    const headers = {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": new Webhook(SECRET).sign("evt_1", now, "{}"),
    };
    const keyed = { ...headers, "webhook-key-id": "local" };
    for (const sent of [headers, keyed]) {
      expect((await fetch(url, { method: "POST", body: "{}", headers: sent })).status).toBe(401);
    }
    await listener.says(/(the key that signed is not published)/);
    await listener.says(/(no signature holds)/);
    listener.child.kill("SIGTERM");
    expect(await listener.ended).toBe(1);
  });

  it("ends with 2 on wrong arguments, and with 1 without an instance or with a refused event type", async () => {
    const empty = join(stateDir, "empty");
    writeFileSync(empty, "\n");
    const other = join(stateDir, "other");
    writeFileSync(other, "rmp_pat_no_secret\n");
    const own = join(stateDir, "own");
    writeFileSync(own, `${SECRET}\n`);
    const wrong = [
      ["listen", "--secret-file", empty],
      ["listen", "--secret-file", other, "--count", "1"],
      ["hear"],
      ["listen", "--port", "70000"],
      ["listen", "--count", "no"],
      ["listen", "--secret", "x"],
      ["listen", "--address", "https://rampart.example"],
      ["listen", "--secret-file", own, "--address", "http://localhost:1", "--ping"],
    ];
    const codes = await Promise.all(
      wrong.map((args) => runScript("scripts/webhooks.ts", args, here)),
    );
    expect(codes.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 2, 2, 2]);
    expect(codes[7]?.err).toContain("--ping");
    expect(codes[1]?.err).toContain("begins with whsec_");
    expect(codes[0]?.err).toContain(`${empty} holds no secret.\n`);
    const noSecret = { ...here, RAMPART_WEBHOOK_SECRET: "rmp_pat_no_secret" };
    const named = await runScript("scripts/webhooks.ts", ["listen", "--count", "1"], noSecret);
    expect(named).toMatchObject({ code: 2, err: expect.stringContaining("whsec_") as string });
    expect(named.err).not.toContain("rmp_pat_no_secret");
    const nowhere = { ...here, RAMPART_STATE_DIR: join(stateDir, "nowhere") };
    const alone = await runScript("scripts/webhooks.ts", ["listen"], nowhere);
    expect(alone).toMatchObject({ code: 1, err: expect.stringContaining("npm start") as string });
    const unknown = await listen("--events", "nothing");
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining("400") as string });
  });
});
