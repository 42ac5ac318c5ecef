import { describe, expect, it } from "vitest";
import { plain } from "../support/form-of.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor, signedInAgain, visitor, type Visitor } from "../support/visitor.ts";

type Fields = [string, string][];

const TYPED = { action: "deny", value: "only-ana-typed.example", note: "of Ana alone" };

/** The hidden fields of the form with that action, as a browser reads them. */
function hiddenOf(page: string, action: string): Fields {
  const form = page.split("<form").find((part) => part.includes(`action="${action}"`)) ?? "";
  const inputs = form
    .split("</form>")[0]
    ?.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Array.from(inputs ?? [], ([, name = "", value = ""]) => [plain(name), plain(value)]);
}

/** A form of somebody's page, filled in. */
async function filledIn(by: Visitor, path: string): Promise<Fields> {
  const hidden = hiddenOf(await (await by.get(path)).text(), path);
  expect(hidden.map(([name]) => name)).toContain("once");
  return [...hidden, ...Object.entries(TYPED)];
}

async function twoOwners() {
  const tenantId = await aTenant();
  const [ana, ben] = [await aVisitor("owner", [tenantId]), await aVisitor("owner", [tenantId])];
  const path = `/portal/t/${tenantId}/lists`;
  return { ana, ben, path };
}

describe("a form that one person filled in and another person sends", () => {
  it("409 if it waited for a sign-in: it is not carried out, nor is its text shown", async () => {
    const { ana, ben, path } = await twoOwners();
    const form = await filledIn(ana, path);
    await ana.post("/portal/sign-out");
    const waiting = await (await ana.post(path, form)).text();
    const kept = hiddenOf(waiting, path);
    expect(Object.fromEntries(kept)).toEqual(Object.fromEntries(form));

    const refused = await ben.post(path, kept);
    expect(refused.status).toBe(409);
    expect(await refused.text()).not.toContain(TYPED.value);
    expect(await (await ben.get(path)).text()).not.toContain(TYPED.value);
    // The token of a form that was not carried out is still unused.
    const again = await signedInAgain(ana);
    expect((await again.post(path, kept)).status).toBe(303);
    expect(await (await again.get(path)).text()).toContain(TYPED.value);
  });

  it("409 if the first person's session is still alive: it is not carried out, nor is its text shown", async () => {
    const { ana, ben, path } = await twoOwners();
    const refused = await ben.post(path, await filledIn(ana, path), { "accept-language": "es" });
    expect(refused.status).toBe(409);
    const page = await refused.text();
    expect(page).toContain("otra persona");
    expect(page).not.toContain(TYPED.value);
    expect(await (await ben.get(path)).text()).not.toContain(TYPED.value);
  });

  it("is not shown by pages that refuse a viewer, an operator and a person who is not signed in", async () => {
    const { ana, path } = await twoOwners();
    const viewer = await aVisitor("viewer", [path.split("/")[3] ?? ""]);
    const operator = await aVisitor("owner");
    const form = await filledIn(ana, path);
    const answers = [
      await viewer.post(path, form),
      await operator.post("/portal/tenants/new", form),
      await visitor("").post(path, Object.entries(TYPED)),
    ];
    for (const answer of answers) expect(await answer.text()).not.toContain(TYPED.value);
  });
});
