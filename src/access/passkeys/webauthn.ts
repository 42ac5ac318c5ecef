/** What of the library is used; what nobody asks for stays out of the bundle. */
export { verifyAuthenticationResponse } from "@simplewebauthn/server";
export {
  decodeAttestationObject,
  decodeClientDataJSON,
  decodeCredentialPublicKey,
  isoBase64URL,
  parseAuthenticatorData,
  toHash,
} from "@simplewebauthn/server/helpers";
