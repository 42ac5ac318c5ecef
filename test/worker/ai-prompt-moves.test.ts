import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { claimedBySystem, PERMISSIONS, type Person } from "../../src/access/index.ts";
import { listMoves, moveLabel } from "../../src/ai/index.ts";
import { findLabel } from "../../src/ai/prompts/move-store.ts";
import { database } from "../../src/platform/index.ts";
import { dyingDatabase } from "../support/dying-database.ts";
import { aTenant } from "../support/people.ts";

describe("a move of a label that nobody protects", () => {
  it("made by a Worker that dies at any step, a move is written down or not made", async () => {
    const tenantId = claimedBySystem(await aTenant());
    const permissions = new Set(PERMISSIONS);
    const by: Person = { kind: "member", subject: "person:one", reach: [tenantId], permissions };
    const db = database(env);
    const order = { name: "rag", versions: [{ version: 1, weight: 1 }], tenantId };
    const seen: string[] = [];
    for (let calls = 0; seen.at(-1)?.endsWith("alive") !== true; calls += 1) {
      const label = `f${calls}`;
      const dying = { db: database({ ...env, DB: dyingDatabase(calls) }), by, owner: tenantId };
      const end = await moveLabel({ ...dying, now: Date.now() }, label, order).then(
        () => "alive",
        () => "dead",
      );
      const placed = await findLabel(db, { owner: tenantId, name: "rag", label });
      const { total } = await listMoves(
        db,
        { owner: tenantId, label },
        { page: 1, limit: 1, offset: 0 },
      );
      seen.push(`${placed === undefined ? "not placed" : "placed"}, ${total} written, ${end}`);
    }
    expect(seen.at(-1)).toBe("placed, 1 written, alive");
    expect(new Set(seen.slice(0, -1))).toEqual(new Set(["not placed, 0 written, dead"]));
  });
});
