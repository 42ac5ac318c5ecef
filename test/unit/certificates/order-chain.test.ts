import { describe, expect, it } from "vitest";
import { orderChain } from "../../../src/certificates/order-chain.ts";
import type { Certificate } from "../../../src/certificates/read-certificate.ts";
import { utf8 } from "../../../src/certificates/write-der.ts";

function signed(subject: string, issuer: string): Certificate {
  return { subject: utf8(subject), issuer: utf8(issuer) } as Certificate;
}

const leaf = signed("leaf", "a");

function namesAbove(...others: Certificate[]): string[] {
  return orderChain(leaf, others).map(({ subject }) => new TextDecoder().decode(subject));
}

describe("the certificates above a leaf", () => {
  it("come issuing first to the root, whatever their order and whatever came with them", () => {
    const [a, b, root] = [signed("a", "b"), signed("b", "root"), signed("root", "root")];
    expect(namesAbove(root, signed("stranger", "b"), leaf, b, a)).toEqual(["a", "b", "root"]);
    expect(namesAbove(root, a)).toEqual(["a"]);
    expect(namesAbove(b, root)).toEqual([]);
  });

  it("come once each where they sign each other, and eight at most", () => {
    expect(namesAbove(signed("a", "b"), signed("b", "a"))).toEqual(["a", "b"]);
    const names = "abcdefghijk";
    const long = Array.from(names, (name, at) => signed(name, names.charAt(at + 1)));
    expect(namesAbove(...long).join("")).toBe("abcdefgh");
  });
});
