import { describe, expect, it } from "vitest";
import fleet from "../../public/openapi/fleet.json";
import { call } from "../support/call.ts";
import { aMember, anOperator, aTenant } from "../support/people.ts";

const NOBODY = "nobody-is-called-so";

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
}

/** What some of the routes want to know besides. */
const ASKED: Record<string, string> = { value: "a.example", day: "2026-11-01", period: "2026-11" };

/** Everything that is read of a tenant: who is asked is named in the path or in the query. */
const READ = Object.entries(fleet.paths as Record<string, { get?: { parameters?: Parameter[] } }>)
  .map(([path, { get }]) => ({ path, parameters: get?.parameters ?? [] }))
  .flatMap(({ path, parameters }) => {
    const named = parameters.find(({ name }) => name === "tenantId" || name === "tenant");
    // Of one thing it is known whose it is, and none of them is nobody's.
    const ofOne = parameters.some((one) => one.in === "path" && one !== named);
    return named === undefined || ofOne ? [] : [{ path, parameters, named }];
  });

function addressOf(tenantId: string, { path, parameters, named }: (typeof READ)[number]): string {
  const query = parameters
    .filter((one) => one.in === "query" && one.required === true && one !== named)
    .map(({ name }) => `${name}=${ASKED[name]}`);
  if (named.in === "query") query.push(`${named.name}=${tenantId}`);
  return `${path.replace("{tenantId}", tenantId)}?${query.join("&")}`;
}

describe("an operator who names a tenant that is not there", () => {
  it("is known to be able to name one in these places", () => {
    const paths = READ.map(({ path }) => path);
    for (const path of ["/agents", "/admin/policies", "/admin/audit", "/ai/usage"]) {
      expect(paths).toContain(path);
    }
    expect(paths.length).toBeGreaterThan(20);
  });

  it.each(READ)("is told so by $path, and gets no empty list", async (route) => {
    const answer = await call("GET", addressOf(NOBODY, route), { as: await anOperator() });
    const body = await answer.json();
    if (answer.status === 400) expect(body).toMatchObject({ error: "unknown_tenant" });
    else
      expect([answer.status, body]).toMatchObject([404, { message: "There is no such tenant." }]);
  });

  // No provider of speech stands behind the tests.
  const answering = READ.filter(({ path }) => path !== "/ai/voice/speech-token");

  it.each(answering)("gets 200 of one that is there from $path", async (route) => {
    const tenantId = await aTenant();
    const answer = await call("GET", addressOf(tenantId, route), { as: await anOperator() });
    // A key is made when it is first used, an erasure is there once it was asked for.
    const isLater = /^\/encryption\/keys|\/erasure$/.test(route.path);
    const expected = isLater ? [200, 404] : [200];
    expect(expected).toContain(answer.status);
  });

  it.each(READ)("tells a member as ever that he does not reach it: $path", async (route) => {
    const as = await aMember(await aTenant());
    const answer = await call("GET", addressOf(NOBODY, route), { as });
    const { error } = await answer.json<{ error: string }>();
    const refused = ["tenant_forbidden", "permission_denied", "not_found"];
    expect(refused).toContain(error);
  });
});
