import { describe, expect, it } from "vitest";
import { aTenant } from "../support/people.ts";
import { aVisitor, visitor } from "../support/visitor.ts";

const textOf = async (answer: Promise<Response>) => (await answer).text();

describe("an unknown address of the portal", () => {
  it("404 with the frame of the signed-in person, and without it for an unknown session", async () => {
    const ana = await aVisitor("owner", [await aTenant()], "Ana Lost");
    const answer = await ana.get("/portal/no-such-page");
    expect(answer.status).toBe(404);
    const page = await answer.text();
    expect(page).toContain("Ana Lost");
    expect(page).toContain('action="/portal/sign-out"');
    const made = visitor("__Host-sid=made-up");
    const alone = await made.get("/portal/no-such-page");
    expect(alone.status).toBe(404);
    expect(await alone.text()).not.toContain('action="/portal/sign-out"');
  });

  it("has no tenant sections if the tenant is out of reach or does not exist", async () => {
    const [own, other] = [await aTenant(), await aTenant()];
    const ana = await aVisitor("owner", [own]);
    const operator = await aVisitor("owner");
    for (const page of [
      await textOf(ana.get(`/portal/t/${other}/keys`)),
      await textOf(operator.get("/portal/t/no-such-tenant/keys")),
    ]) {
      expect(page).toContain("There is no such tenant.");
      expect(page).not.toContain('class="nav-tenant"');
    }
    expect(await textOf(ana.get(`/portal/t/${own}/keys/none`))).toContain('class="nav-tenant"');
  });
});
