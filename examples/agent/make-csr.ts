import { createPublicKey, type KeyObject, sign } from "node:crypto";

const ECDSA_WITH_SHA256 = Buffer.from("300a06082a8648ce3d040302", "hex");

/** Makes a signing request without a name: the server decides who the agent is. */
export function makeCsr(privateKey: KeyObject): string {
  const spki = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  const version = element(0x02, Buffer.of(0));
  const info = element(0x30, version, element(0x30), spki, element(0xa0));
  const signature = sign("sha256", info, privateKey);
  const csr = element(0x30, info, ECDSA_WITH_SHA256, element(0x03, Buffer.of(0), signature));
  const lines = csr.toString("base64").match(/.{1,64}/g) ?? [];
  const label = "CERTIFICATE REQUEST";
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}

/** Writes one element of DER: tag, length, content. */
function element(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...head), content]);
}
