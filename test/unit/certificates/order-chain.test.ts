import { describe, expect, it } from "vitest";
import { openAuthority, readChain } from "../../../src/certificates/authority.ts";
import { localIssuer } from "../../../src/certificates/issue-locally.ts";
import { orderChain } from "../../../src/certificates/order-chain.ts";
import { type Certificate, readCertificate } from "../../../src/certificates/read-certificate.ts";
import { readCsr } from "../../../src/certificates/read-csr.ts";
import { settle } from "../../../src/http/index.ts";
import { certify, makeCa, makeCsr, makeKey, type TestKey } from "../../support/make-csr.ts";

/** Each name has its own key, and the named issuer has signed. */
const keys = new Map<string, Promise<TestKey>>();

function keyOf(name: string): Promise<TestKey> {
  const key = keys.get(name) ?? makeKey();
  keys.set(name, key);
  return key;
}

async function signed(subject: string, issuer: string, by = issuer, of = subject) {
  const named = { subject, issuer, by: await keyOf(by) };
  const certificate = readCertificate(await certify(await keyOf(of), named));
  if (certificate === undefined) throw new Error("a certificate of our own is readable");
  return certificate;
}

const leaf = signed("leaf", "a");

async function namesAbove(...others: Certificate[]): Promise<string[]> {
  const chain = await orderChain(await leaf, others);
  return chain.map(({ subject }) => new TextDecoder().decode(subject.slice(-1)));
}

describe("the certificates above a leaf", () => {
  it("are ordered from the issuer up to the root, without unrelated certificates", async () => {
    const [a, b, root] = await Promise.all([signed("a", "b"), signed("b", "r"), signed("r", "r")]);
    const stranger = await signed("s", "b");
    expect(await namesAbove(root, stranger, await leaf, b, a)).toEqual(["a", "b", "r"]);
    expect(await namesAbove(root, a)).toEqual(["a"]);
    expect(await namesAbove(b, root)).toEqual([]);
  });

  it("appear once each if they sign each other, and eight at most", async () => {
    expect(await namesAbove(await signed("a", "b"), await signed("b", "a"))).toEqual(["a", "b"]);
    const names = "abcdefghijk";
    const long = Array.from(names, (name, at) => signed(name, names.charAt(at + 1) || "z"));
    expect((await namesAbove(...(await Promise.all(long)))).join("")).toBe("abcdefgh");
  });

  it("are those whose key signed, if a CA changed its key and kept its name", async () => {
    // RFC 7030, 4.1.3: the new root, the old one, and each key under the other.
    const [both, old, oldByNew, newByOld] = await Promise.all([
      signed("a", "a"),
      signed("a", "a", "old", "old"),
      signed("a", "a", "a", "old"),
      signed("a", "a", "old", "a"),
    ]);
    for (const sent of [
      [both, old, oldByNew],
      [oldByNew, old, both],
    ]) {
      expect(await orderChain(await leaf, sent)).toEqual([both]);
    }
    expect(await orderChain(await leaf, [old, oldByNew, newByOld])).toEqual([newByOld, old]);
    expect(await orderChain(await leaf, [old])).toEqual([]);
  });

  it("are found by name if a signature or a key is of a kind that cannot be checked", async () => {
    const [a, root] = await Promise.all([signed("a", "r"), signed("r", "r")]);
    const pss = { ...a.signed, algorithm: "1.2.840.113549.1.1.10" };
    expect(await namesAbove({ ...a, signed: pss }, root)).toEqual(["a", "r"]);
    const large = { ...a.publicKey, kind: "unsupported" } as const;
    expect(await namesAbove(root, { ...a, publicKey: large })).toEqual(["a", "r"]);
  });
});

describe("the chain of a locally issued certificate", () => {
  it("holds the issuing CA, without the earlier CA that is still trusted", async () => {
    const [own, before] = [await makeCa(), await makeCa()];
    const chain = readChain(own.chainPem + before.chainPem);
    const authority = () => openAuthority(own.keyPem, chain);
    const issuer = localIssuer({ authority, chain, trustDomain: "agents.test" });
    const csr = settle(await readCsr(await makeCsr(await makeKey())));
    const named = { tenantId: "acme", agentId: "a" };
    const order = { ...named, csr, ttlDays: 1, now: Date.now(), renewal: false };
    expect(settle(await issuer.issue(order)).chainPem).toBe(own.chainPem);
  });
});
