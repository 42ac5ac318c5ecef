// The library needs its polyfill to be loaded first, whichever file imports it first.
import "reflect-metadata";

export * from "@peculiar/x509";
