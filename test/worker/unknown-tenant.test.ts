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

/** The values of other parameters that some routes need. */
const ASKED: Record<string, string> = { value: "a.example", day: "2026-11-01", period: "2026-11" };

/** Every route that reads something of a tenant who is named in the path or in the query. */
const READ = Object.entries(fleet.paths as Record<string, { get?: { parameters?: Parameter[] } }>)
  .map(([path, { get }]) => ({ path, parameters: get?.parameters ?? [] }))
  .flatMap(({ path, parameters }) => {
    const named = parameters.find(({ name }) => name === "tenantId" || name === "tenant");
    // A route of one thing by its id is left out: the thing itself says whose it is.
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

describe("the GET routes that name a tenant", () => {
  it("are taken from the API's description, more than twenty of them", () => {
    const paths = READ.map(({ path }) => path);
    for (const path of ["/agents", "/admin/policies", "/admin/audit", "/ai/usage"]) {
      expect(paths).toContain(path);
    }
    expect(paths.length).toBeGreaterThan(20);
  });

  it.each(READ)(
    "404, or 400 unknown_tenant, for an operator who names an unknown tenant at $path",
    async (route) => {
      const answer = await call("GET", addressOf(NOBODY, route), { as: await anOperator() });
      const body = await answer.json();
      if (answer.status === 400) expect(body).toMatchObject({ error: "unknown_tenant" });
      else
        expect([answer.status, body]).toMatchObject([404, { message: "There is no such tenant." }]);
    },
  );

  // The tests have no provider of speech.
  const answering = READ.filter(({ path }) => path !== "/ai/voice/speech-token");

  it.each(answering)(
    "200 for an operator who names an existing tenant at $path, or 404 before it has a key or erasure",
    async (route) => {
      const tenantId = await aTenant();
      const answer = await call("GET", addressOf(tenantId, route), { as: await anOperator() });
      // A key is made when it is first used, an erasure is there once it was asked for.
      const isLater = /^\/encryption\/keys|\/erasure$/.test(route.path);
      const expected = isLater ? [200, 404] : [200];
      expect(expected).toContain(answer.status);
    },
  );

  it.each(READ)(
    "a member who names an unknown tenant is refused as for any other tenant: $path",
    async (route) => {
      const as = await aMember(await aTenant());
      const answer = await call("GET", addressOf(NOBODY, route), { as });
      const { error } = await answer.json<{ error: string }>();
      const refused = ["tenant_forbidden", "permission_denied", "not_found"];
      expect(refused).toContain(error);
    },
  );
});
