import {
  verifyAuthenticationResponse,
  type AuthenticationResponseJSON,
} from "@simplewebauthn/server";
import { beforeAll, describe, expect, it } from "vitest";
import { checkNewPasskey, type Registration } from "../../src/access/passkeys/check-new-passkey.ts";
import { checkProof } from "../../src/access/passkeys/check-proof.ts";
import { aPasskey, type Kind, type Passkey, type Ways } from "../support/authenticator.ts";

const HOME = "https://portal.test";
const CHALLENGE = "Y2hhbGxlbmdl";
const EXPECTED = { origin: HOME, isOurs: (challenge: string) => challenge === CHALLENGE };
/** The place of the flags in the authenticator's data, behind the hash of the host. */
const FLAGS_AT = 32;

interface Known {
  passkey: Passkey;
  publicKey: Uint8Array<ArrayBuffer>;
}

async function aKnownPasskey(kind?: Kind): Promise<Known> {
  const passkey = await aPasskey(HOME, kind);
  const made = JSON.parse(await passkey.create({ challenge: CHALLENGE })) as Registration;
  const { publicKey } = await checkNewPasskey(made, EXPECTED);
  return { passkey, publicKey: new Uint8Array(publicKey) };
}

async function proofOf({ passkey }: Known, ways?: Ways): Promise<AuthenticationResponseJSON> {
  return JSON.parse(
    await passkey.get({ challenge: CHALLENGE }, ways),
  ) as AuthenticationResponseJSON;
}

/** The counter of a proof that we accept; undefined if it is refused. */
const ours = (answer: AuthenticationResponseJSON, { publicKey }: Known) =>
  checkProof(answer, publicKey, EXPECTED).then(
    ({ counter }) => counter,
    () => undefined,
  );

/** The same by the library, for which any counter is higher than the stored one. */
async function theirs(response: AuthenticationResponseJSON, { publicKey }: Known) {
  const said = await verifyAuthenticationResponse({
    response,
    expectedChallenge: CHALLENGE,
    expectedOrigin: HOME,
    expectedRPID: new URL(HOME).hostname,
    credential: { id: response.id, publicKey, counter: -1 },
  }).catch(() => undefined);
  return said?.verified === true ? said.authenticationInfo.newCounter : undefined;
}

function flip(text: string, at: number, bit: number): string {
  const bytes = Buffer.from(text, "base64url");
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  return bytes.toString("base64url");
}

describe.each<Kind>(["ES256", "EdDSA", "RS256"])("a sign-in proof by a passkey of %s", (kind) => {
  let known: Known;
  let good: AuthenticationResponseJSON;
  beforeAll(async () => {
    known = await aKnownPasskey(kind);
    good = await proofOf(known, { counter: 7 });
  });

  it("is accepted with its counter, as by the library", async () => {
    expect(await ours(good, known)).toBe(7);
    expect(await theirs(good, known)).toBe(7);
  });

  it("is refused under the key of another passkey", async () => {
    const other = await aKnownPasskey(kind);
    expect(await ours(good, other)).toBeUndefined();
    expect(await theirs(good, other)).toBeUndefined();
  });

  it.each(["clientDataJSON", "authenticatorData", "signature"] as const)(
    "is refused if any byte of its %s is changed",
    async (part) => {
      const { length } = Buffer.from(good.response[part], "base64url");
      for (let at = 0; at < length; at += 1) {
        const response = { ...good.response, [part]: flip(good.response[part], at, at % 8) };
        const turned = { ...good, response };
        expect(await ours(turned, known), `byte ${at}`).toBeUndefined();
      }
    },
  );
});

function withListOfBytes({ response, ...one }: AuthenticationResponseJSON) {
  const signature = [...Buffer.from(response.signature, "base64url")];
  return { ...one, response: { ...response, signature } };
}

describe("a browser's answer with a sign-in proof", () => {
  let known: Known;
  let good: AuthenticationResponseJSON;
  beforeAll(async () => {
    known = await aKnownPasskey();
    good = await proofOf(known);
  });

  it.each<[string, (answer: AuthenticationResponseJSON) => object]>([
    ["of another type", (one) => ({ ...one, type: "password" })],
    ["whose two ids differ", (one) => ({ ...one, rawId: `${one.rawId}A` })],
    ["without an id", (one) => ({ ...one, id: "", rawId: "" })],
    ["without an answer", ({ response: _response, ...one }) => one],
    ["without a signature", (one) => ({ ...one, response: { ...one.response, signature: null } })],
    ["whose signature is a list of its bytes", withListOfBytes],
  ])("is refused %s", async (_what, change) => {
    expect(await ours(change(good) as AuthenticationResponseJSON, known)).toBeUndefined();
  });

  it.each<[string, Ways]>([
    ["at another origin", { origin: "https://portal.test.evil.example" }],
    ["for another host", { rpId: "evil.example" }],
    ["without user verification", { verified: false }],
    ["as for a new passkey", { ceremony: "webauthn.create" }],
    ["in a frame of another site", { crossOrigin: true }],
    ["below another site's page", { topOrigin: "https://evil.example" }],
  ])("is refused if it was made %s, though it is signed", async (_what, ways) => {
    expect(await ours(await proofOf(known, ways), known)).toBeUndefined();
  });

  it("is refused for another challenge", async () => {
    const other = JSON.parse(
      await known.passkey.get({ challenge: "YW5vdGhlcg" }),
    ) as AuthenticationResponseJSON;
    expect(await ours(other, known)).toBeUndefined();
  });

  it("is accepted or refused as by the library when any one flag is flipped and signed", async () => {
    for (let bit = 0; bit < 8; bit += 1) {
      const turned = await proofOf(known, { turnedFlags: 1 << bit });
      expect(await ours(turned, known), `bit ${bit}`).toBe(await theirs(turned, known));
    }
    expect(Buffer.from(good.response.authenticatorData, "base64url")[FLAGS_AT]).toBe(5);
  });
});
