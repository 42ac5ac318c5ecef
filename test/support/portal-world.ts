import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { Agent } from "../../examples/agent/agent.ts";
import type { Credentials } from "../../scripts/dev/credentials.ts";
import { openBrowser } from "./browser.ts";
import { Demo } from "./demo.ts";

export interface Visit extends AsyncDisposable {
  context: BrowserContext;
  page: Page;
  /** What the browser reported about the pages: script errors and breaches of the policy. */
  complaints: string[];
}

/** The product with its demonstration data, and browsers that visit its portal. */
export class PortalWorld implements AsyncDisposable {
  readonly credentials: Credentials;
  readonly browser: Browser;
  private readonly demo: Demo;

  private constructor(demo: Demo, browser: Browser) {
    this.demo = demo;
    this.browser = browser;
    this.credentials = demo.credentials;
  }

  static async open(): Promise<PortalWorld> {
    const [demo, browser] = await Promise.all([Demo.open(), openBrowser()]);
    return new PortalWorld(demo, browser);
  }

  get baseUrl(): string {
    return this.credentials.baseUrl;
  }

  get tenantId(): string {
    return this.credentials.tenantId;
  }

  /** Calls the API as the operator. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(this.baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${this.credentials.operatorToken}`,
        "content-type": "application/json",
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    const text = await answer.text();
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }

  /** Makes a sign-in link for somebody new, of these tenants, or an operator without them. */
  async aLink(tenants?: string[]): Promise<string> {
    const order = { name: "Ana", role: "owner", tenants };
    const { url } = await this.call<{ url: string }>("POST", "/admin/invites", order);
    return this.baseUrl + new URL(url).pathname;
  }

  /** Opens a browser and signs in by a link, from the form to the first page. */
  async enter(link: string, options: BrowserContextOptions = {}): Promise<Visit> {
    const visit = await this.visit(options);
    await visit.page.goto(link);
    await visit.page.locator("main form button").click();
    await visit.page.waitForURL(/\/portal(\/t\/|$)/);
    return visit;
  }

  /** Opens a browser that is signed in already, at an empty page: signing in is tested elsewhere. */
  async signedIn(options: BrowserContextOptions = {}, tenants?: string[]): Promise<Visit> {
    const [visit, link] = await Promise.all([this.visit(options), this.aLink(tenants)]);
    const answer = await fetch(link, {
      method: "POST",
      redirect: "manual",
      headers: { "sec-fetch-site": "same-origin" },
    });
    const [name = "", value = ""] = answer.headers.get("set-cookie")?.split(/[=;]/) ?? [];
    if (!name.startsWith("__Host-")) throw new Error(`${link}: ${answer.status}`);
    // Playwright would give the cookie a domain, which none with this prefix may have.
    const devtools = await visit.context.newCDPSession(visit.page);
    const cookie = { name, value, url: this.baseUrl, path: "/", secure: true, httpOnly: true };
    await devtools.send("Network.setCookie", cookie);
    await devtools.detach();
    return visit;
  }

  /** Enrols the example agent and checks it in, over TLS with its own certificate. */
  async enrolAgent(): Promise<string> {
    const { mtlsUrl, serverCaFile, enrollmentCode } = this.credentials;
    const agent = new Agent({
      baseUrl: mtlsUrl,
      stateDir: join(this.demo.stateDir, `agent-${crypto.randomUUID()}`),
      enrollmentCode,
      serverCa: readFileSync(serverCaFile, "utf8"),
      version: "1.0.0",
      log: () => {},
    });
    await agent.turn();
    const turn = await agent.turn();
    if ("stop" in turn) throw new Error(`the agent stopped: ${turn.stop}`);
    return agent.identity?.agentId ?? "";
  }

  /** Makes the agents look silent for so long. */
  async silence(agentIds: readonly string[], ms: number): Promise<void> {
    const sql = "UPDATE agents SET last_seen = last_seen - ?, watched = 0 WHERE agent_id = ?";
    for (const agentId of agentIds) await this.demo.write(sql, ms, agentId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser.close();
    await this.demo[Symbol.asyncDispose]();
  }

  private async visit(options: BrowserContextOptions): Promise<Visit> {
    const context = await this.browser.newContext({
      locale: "en-GB",
      viewport: { width: 1280, height: 900 },
      ...options,
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    return { context, page, complaints, [Symbol.asyncDispose]: () => context.close() };
  }
}
