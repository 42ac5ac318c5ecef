// The library wants its polyfill to be there before itself, whoever asks for it first.
import "reflect-metadata";

export * from "@peculiar/x509";
