import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { claimForm } from "../../src/access/sessions/index.ts";
import { createWholeApp } from "../../src/app.ts";
import { database } from "../../src/platform/index.ts";
import { PAGES } from "../../src/portal/gate/page-table.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const TOKEN = "0123456789abcdef";
/** The way in and out, the language, and passkeys, whose challenges count once by themselves. */
const WITHOUT_TOKEN = /sign-|language$|step-up$|passkeys$/;

const posts = [
  ...new Set((await createWholeApp()).routes.map(({ method, path }) => `${method} ${path}`)),
].filter((route) => route.startsWith("POST /portal") && !WITHOUT_TOKEN.test(route));

describe("a form that comes a second time", () => {
  let tenantId = "";
  let operator: Visitor;

  beforeAll(async () => {
    tenantId = await aTenant();
    operator = await aVisitor("owner");
    const name = `${operator.personId} ${TOKEN}`;
    expect(await claimForm(database(env), name, Date.now())).toBe(true);
  });

  it.each(posts)("%s: 409, before anything else is looked at", async (route) => {
    expect(PAGES[route]).toBeDefined();
    const path = route
      .slice("POST ".length)
      .replace(":tenantId", tenantId)
      .replaceAll(/:[a-zA-Z]+/g, "0123456789");
    const again = await operator.post(path, { once: TOKEN });
    expect(again.status).toBe(409);
    expect(await again.text()).toContain(
      "This form was sent already, and what it asked for was done once.",
    );
  });
});
