import { verifyRegistrationResponse, type RegistrationResponseJSON } from "@simplewebauthn/server";
import { beforeAll, describe, expect, it } from "vitest";
import { checkNewPasskey } from "../../src/access/passkeys/check-new-passkey.ts";
import { aPasskey, type Ways } from "../support/authenticator.ts";

const HOME = "https://portal.test";
const CHALLENGE = "Y2hhbGxlbmdl";
/** Of the authenticator's data: hash, flags, counter, AAGUID, length, id and an ES256 key. */
const KEY_BYTES = 77;
const DATA_BYTES = 32 + 1 + 4 + 16 + 2 + 16 + KEY_BYTES;

const isOurs = (challenge: string) => challenge === CHALLENGE;

async function made(ways?: Ways): Promise<RegistrationResponseJSON> {
  const passkey = await aPasskey(HOME);
  return JSON.parse(
    await passkey.create({ challenge: CHALLENGE }, ways),
  ) as RegistrationResponseJSON;
}

/** Our own reading of a passkey; undefined if it is refused. */
const ours = (answer: RegistrationResponseJSON) =>
  checkNewPasskey(answer, { origin: HOME, isOurs }).then(
    ({ id, publicKey, counter }) => ({ id, publicKey: [...publicKey], counter }),
    () => undefined,
  );

/** The same by the library, which also wants to know what made the authenticator. */
async function theirs(response: RegistrationResponseJSON) {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: CHALLENGE,
    expectedOrigin: HOME,
    expectedRPID: new URL(HOME).hostname,
    supportedAlgorithmIDs: [-8, -7, -257],
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }));
  if (!verified || registrationInfo === undefined) return undefined;
  const { id, publicKey, counter } = registrationInfo.credential;
  // It gives the id of the data; an answer under another one is not ours to keep.
  return id === response.id ? { id, publicKey: [...publicKey], counter } : undefined;
}

function flip(text: string, fromEnd: number, bit: number): string {
  const bytes = Buffer.from(text, "base64url");
  const at = bytes.length - fromEnd;
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  return bytes.toString("base64url");
}

/** The data is the attestation's last part, behind its length. */
function withByteBehind({ attestationObject, ...response }: RegistrationResponseJSON["response"]) {
  const bytes = Buffer.concat([Buffer.from(attestationObject, "base64url"), Buffer.of(0)]);
  bytes[bytes.length - DATA_BYTES - 2] = DATA_BYTES + 1;
  return { ...response, attestationObject: bytes.toString("base64url") };
}

describe("a new passkey", () => {
  let good: RegistrationResponseJSON;
  beforeAll(async () => {
    good = await made({ counter: 7 });
  });

  it("is accepted with the same id, key and counter as by the library", async () => {
    const taken = await ours(good);
    expect(taken).toMatchObject({ id: good.id, counter: 7 });
    expect(taken).toEqual(await theirs(good));
  });

  it.each<[string, (answer: RegistrationResponseJSON) => object]>([
    ["of another type", (one) => ({ ...one, type: "password" })],
    ["whose two ids differ", (one) => ({ ...one, rawId: `${one.rawId}A` })],
    ["under another id", (one) => ({ ...one, id: "AAAA", rawId: "AAAA" })],
    ["without an id", (one) => ({ ...one, id: "", rawId: "" })],
    ["without an answer", ({ response: _response, ...one }) => one],
    [
      "with a sign-in's data",
      (one) => ({ ...one, response: { ...one.response, attestationObject: "oA" } }),
    ],
    [
      "with a byte behind the authenticator's data",
      (one) => ({ ...one, response: withByteBehind(one.response) }),
    ],
  ])("is refused %s", async (_what, change) => {
    expect(await ours(change(good) as RegistrationResponseJSON)).toBeUndefined();
  });

  it.each<[string, Ways]>([
    ["at another origin", { origin: "https://portal.test.evil.example" }],
    ["for another host", { rpId: "evil.example" }],
    ["without user verification", { verified: false }],
  ])("is refused when it was made %s", async (_what, ways) => {
    expect(await ours(await made(ways))).toBeUndefined();
  });

  it.each(["clientDataJSON", "attestationObject"] as const)(
    "is accepted or refused as by the library when any byte of its %s is changed",
    async (part) => {
      const { length } = Buffer.from(good.response[part], "base64url");
      for (let at = 1; at <= Math.min(length, DATA_BYTES); at += 1) {
        // Every bit of the flags, which come behind the hash; one bit of every other byte.
        const bits = at === DATA_BYTES - 32 ? [0, 1, 2, 3, 4, 5, 6, 7] : [at % 8];
        for (const bit of bits) {
          const response = { ...good.response, [part]: flip(good.response[part], at, bit) };
          const turned = { ...good, response };
          const taken = await ours(turned);
          // The library accepts a key that no proof could be made with; we do not.
          const isOfKey = part === "attestationObject" && at <= KEY_BYTES;
          if (isOfKey && taken === undefined) continue;
          expect(taken, `bit ${bit}, ${at} from the end`).toEqual(await theirs(turned));
        }
      }
    },
  );

  it.each([
    ["a point that is on no curve", 1],
    ["a part whose length is beyond the data", 33],
    ["a text instead of a number", 69],
    ["another curve", 71],
    ["another kind of key", 75],
  ])("is refused with %s", async (_what, fromEnd) => {
    for (let bit = 0; bit < 8; bit += 1) {
      const attestationObject = flip(good.response.attestationObject, fromEnd, bit);
      const turned = { ...good, response: { ...good.response, attestationObject } };
      expect(await ours(turned), `bit ${bit}`).toBeUndefined();
    }
  });

  it("is kept with its first six transports that are short strings", async () => {
    const transports = ["usb", 5, "x".repeat(33), ...Array.from({ length: 20 }, () => "nfc")];
    const answer = { ...good, response: { ...good.response, transports } };
    const kept = await checkNewPasskey(answer, {
      origin: HOME,
      isOurs,
    });
    expect(kept.transports).toEqual(["usb", "nfc", "nfc", "nfc", "nfc", "nfc"]);
  });

  it("is accepted whatever its attestation format is", async () => {
    const bytes = Buffer.from(good.response.attestationObject, "base64url").toString("latin1");
    const packed = Buffer.from(bytes.replace("none", "what"), "latin1").toString("base64url");
    const answer = { ...good, response: { ...good.response, attestationObject: packed } };
    expect(await ours(answer)).toEqual(await ours(good));
  });
});
