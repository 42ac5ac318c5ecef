import { authority, issueCertificate, privateKeyPem } from "./issue-certificate.ts";

const ROOT_DAYS = 3_650;
const ISSUING_DAYS = 1_825;

/**
 * Makes the local authority for agents. The key of its root is thrown away at once: it is not needed
 * again, because removing `AGENT_CA_KEY` makes a new authority.
 */
export async function makeAgentCa(): Promise<{ AGENT_CA_KEY: string; AGENT_CA_CHAIN: string }> {
  const root = await issueCertificate({
    subject: "CN=Rampart Local Agent Root, O=Rampart",
    days: ROOT_DAYS,
    extensions: authority(1),
  });
  const issuing = await issueCertificate({
    subject: "CN=Rampart Local Agent Issuing, O=Rampart",
    signer: root,
    days: ISSUING_DAYS,
    extensions: authority(0),
  });
  return {
    AGENT_CA_KEY: await privateKeyPem(issuing.keys),
    AGENT_CA_CHAIN: [issuing, root]
      .map(({ certificate }) => certificate.toString("pem"))
      .join("\n"),
  };
}
